//! stub, replaced soon
use crate::*;
use rotunda_movegen::*;
struct Stub(Family, Box<dyn AnyGame>);
/// A searching player of the variant.
#[must_use]
pub fn thinker(family: Family) -> Box<dyn Thinker> {
    Box::new(Stub(family, family.game(None).expect("ok")))
}
impl Thinker for Stub {
    fn game(&self) -> &dyn AnyGame {
        &*self.1
    }
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        let mut g = self.0.game(fen).map_err(SetupError::Fen)?;
        for (i, m) in moves.iter().enumerate() {
            g.play(m).map_err(|_| SetupError::Move(i))?;
        }
        self.1 = g;
        Ok(())
    }
    fn forget(&mut self) {}
    fn think(
        &mut self,
        _: &Table,
        _: &Settings,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Event),
    ) -> Verdict {
        while (limits.infinite || limits.ponder)
            && !control.is_stopped()
            && !(limits.ponder && control.is_ponder_hit())
        {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let legal = self.1.legal();
        report(Event::Info(Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            value: Value::Centipawns(0),
            bound: Bound::Exact,
            wdl: [0, 1000, 0],
            nodes: 1,
            hash_full: 0,
            time: std::time::Duration::from_millis(1),
            pv: legal.first().cloned().into_iter().collect(),
        }));
        Verdict { best: legal.first().cloned(), ponder: None, claim: false, nodes: 1 }
    }
    fn explain(&self) -> String {
        "total 0\n".into()
    }
}
