//! x
use rotunda_movegen::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "suite" {
        let (mut ok, mut bad) = (0, 0);
        for f in &a[3..] {
            let v = std::path::Path::new(f).file_stem().unwrap().to_str().unwrap();
            let max: u64 = a[2].parse().unwrap();
            for line in std::fs::read_to_string(f).unwrap().lines() {
                let mut parts = line.split(';');
                let fen = parts.next().unwrap().trim();
                let g = match variant(v).unwrap().family(Options::default()).game(Some(fen)) {
                    Ok(g) => g,
                    Err(e) => {
                        println!("{v} {fen}: {e}");
                        bad += 1;
                        continue;
                    }
                };
                if g.fen() != fen {
                    println!("fen {} {}", fen, g.fen());
                    bad += 1;
                }
                for p in parts {
                    let p = p.trim();
                    if !p.starts_with('D') {
                        continue;
                    }
                    let mut it = p[1..].split(' ');
                    let d: u32 = it.next().unwrap().parse().unwrap();
                    let n: u64 = it.next().unwrap().parse().unwrap();
                    if n > max {
                        continue;
                    }
                    let got: u64 =
                        g.perft(&Perft { depth: d, threads: 1 }).iter().map(|x| x.1).sum();
                    if got == n {
                        ok += 1
                    } else {
                        bad += 1;
                        println!("{v} {line} D{d} {n} got {got}");
                        break;
                    }
                }
            }
        }
        println!("{ok} passed, {bad} failed");
        return;
    }
    let g =
        variant(&a[1]).unwrap().family(Options::default()).game(a.get(4).map(|x| &**x)).unwrap();
    println!("{}", g.draw());
    let t = std::time::Instant::now();
    let r = g.perft(&Perft { depth: a[2].parse().unwrap(), threads: a[3].parse().unwrap() });
    let n: u64 = r.iter().map(|x| x.1).sum();
    let e = t.elapsed().as_secs_f64();
    println!("{n} {e:.3} {:.1} Mnps", n as f64 / e / 1e6);
}
