//! [`solve`]: linear equations with a positive definite matrix.

/// Solves `matrix x = right` by Cholesky's decomposition. The matrix has `right.len()` rows, of
/// which the lower triangle is read.
///
/// It returns `None` if the matrix is not positive definite.
pub(super) fn solve(matrix: &[f64], right: &[f64]) -> Option<Vec<f64>> {
    let size = right.len();
    let mut lower = matrix.to_vec();
    for row in 0..size {
        for column in 0..=row {
            let known = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]);
            let rest = lower[row * size + column] - known.sum::<f64>();
            lower[row * size + column] = if row == column {
                (rest > 0.0).then(|| rest.sqrt())?
            } else {
                rest / lower[column * size + column]
            };
        }
    }
    let mut solution = right.to_vec();
    for row in 0..size {
        let known = (0..row).map(|k| lower[row * size + k] * solution[k]);
        solution[row] = (solution[row] - known.sum::<f64>()) / lower[row * size + row];
    }
    for row in (0..size).rev() {
        let known = (row + 1..size).map(|k| lower[k * size + row] * solution[k]);
        solution[row] = (solution[row] - known.sum::<f64>()) / lower[row * size + row];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_or_refused() {
        let matrix = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -2.0, 1.0, 6.0];
        let solution = solve(&matrix, &[2.0, 11.0, 15.0]).expect("positive definite");
        let full = [[4.0, 2.0, -2.0], [2.0, 5.0, 1.0], [-2.0, 1.0, 6.0]];
        for (row, right) in full.iter().zip([2.0, 11.0, 15.0]) {
            let left: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((left - right).abs() < 1e-9, "{solution:?}");
        }
        assert_eq!(solve(&[0.0], &[1.0]), None);
    }
}
