//! A soft limit of nodes ends the search with the iteration that passes it.

use rotunda_search::{Event, Limits, Searcher, StopHandle};

#[test]
fn the_iteration_that_passes_the_limit_is_finished_and_no_other_begun() {
    for name in ["chess", "modern3"] {
        let game = rotunda_movegen::Variant::by_name(name).expect("known").game();
        for soft in [1, 300, 3000] {
            let mut searcher = Searcher::new().expect("a small table");
            let mut iterations = Vec::new();
            let limits = Limits::soft_nodes(soft);
            let result = searcher.run(&game, &limits, &StopHandle::new(), |event| {
                if let Event::Info(info) = event {
                    iterations.push((info.depth, info.nodes));
                }
            });
            let (&(depth, nodes), earlier) = iterations.split_last().expect("an iteration");
            assert!(nodes >= soft && nodes == result.nodes, "{name}: {iterations:?}");
            assert!(earlier.iter().all(|&(_, nodes)| nodes < soft), "{name}: {iterations:?}");
            assert_eq!(depth as usize, iterations.len(), "{name}: {iterations:?}");
        }
    }
}
