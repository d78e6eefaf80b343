//! [`Point`], [`Contour`]: the plane in which boards are drawn.

/// The number of straight pieces that replace an arc in a polygon.
const ARC_PIECES: usize = 8;
/// The distance below which points are the same.
pub(crate) const SAME: f64 = 1e-6;

/// A point of the plane, in widths of a usual cell from the board's centre: `x` to the right, `y`
/// away from the seat that looks at it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance upwards.
    pub y: f64,
}

impl Point {
    /// Returns the point at a distance from the centre in a direction, in degrees counter-clockwise
    /// from the right.
    ///
    /// ```
    /// use rotunda_movegen::Point;
    /// let north = Point::polar(2.0, 90.0);
    /// assert!(north.distance(Point { x: 0.0, y: 2.0 }) < 1e-9);
    /// ```
    #[must_use]
    pub fn polar(radius: f64, degrees: f64) -> Self {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        Self { x: radius * cos, y: radius * sin }
    }

    /// Returns the point when the board is turned counter-clockwise round its centre.
    #[must_use]
    pub fn turned(self, degrees: f64) -> Self {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }

    /// Returns the point moved by a vector.
    #[must_use]
    pub fn moved(self, by: Self) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y }
    }

    /// The vector that leads here from another point.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    /// Returns the distance to another point.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        libm::hypot(self.x - other.x, self.y - other.y)
    }

    /// The point a part of the way to another: 0 is this one, 1 the other.
    #[must_use]
    pub fn towards(self, other: Self, part: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }

    /// Returns its direction from the centre in degrees, counter-clockwise from the right,
    /// `-180 ..= 180`.
    #[must_use]
    pub fn direction(self) -> f64 {
        libm::atan2(self.y, self.x).to_degrees()
    }

    /// Returns the distance from the centre.
    #[must_use]
    pub fn radius(self) -> f64 {
        libm::hypot(self.x, self.y)
    }
}

/// The edge of a contour from one of its corners to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// A straight line.
    Straight,
    /// The shorter arc of a circle round the board's centre.
    Round,
}

/// A corner of a contour, and the edge that leaves it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corner {
    /// The place of the corner.
    pub at: Point,
    /// The edge that leaves it.
    pub edge: Edge,
}

/// A line of straight pieces and arcs round the board's centre; a closed one returns to its first
/// corner and bounds an area.
///
/// ```
/// use rotunda_movegen::{Contour, Point};
/// let square = Contour::polygon([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
///     .map(|(x, y)| Point { x, y }).to_vec());
/// assert!(square.contains(Point { x: 0.5, y: 0.5 }) && !square.contains(Point { x: 2.0, y: 0.5 }));
/// assert!((square.distance(Point { x: 0.5, y: 0.4 }) - 0.4).abs() < 1e-9);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Contour {
    /// Its corners in order.
    pub corners: Vec<Corner>,
    /// Whether the last corner is joined to the first.
    pub is_closed: bool,
}

impl Contour {
    /// Creates a closed contour of straight edges.
    #[must_use]
    pub fn polygon(points: Vec<Point>) -> Self {
        Self { is_closed: true, ..Self::polyline(points) }
    }

    /// Creates an open line of straight pieces.
    #[must_use]
    pub fn polyline(points: Vec<Point>) -> Self {
        let corner = |at| Corner { at, edge: Edge::Straight };
        Self { corners: points.into_iter().map(corner).collect(), is_closed: false }
    }

    /// Creates a circle round the board's centre.
    #[must_use]
    pub fn circle(radius: f64) -> Self {
        let at = |quarter: u8| Point::polar(radius, f64::from(quarter) * 90.0);
        let corners = (0..4).map(|quarter| Corner { at: at(quarter), edge: Edge::Round }).collect();
        Self { corners, is_closed: true }
    }

    /// Returns the contour when the board is turned counter-clockwise round its centre.
    #[must_use]
    pub fn turned(&self, degrees: f64) -> Self {
        let turned = |corner: &Corner| Corner { at: corner.at.turned(degrees), ..*corner };
        Self { corners: self.corners.iter().map(turned).collect(), is_closed: self.is_closed }
    }

    /// The edges, each with the corners at its ends.
    pub fn edges(&self) -> impl Iterator<Item = (Corner, Point)> {
        let count = self.corners.len() - usize::from(!self.is_closed);
        let end = |index: usize| self.corners[(index + 1) % self.corners.len()].at;
        (0..count).map(move |index| (self.corners[index], end(index)))
    }

    /// Returns points along it, with arcs replaced by short straight pieces.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for (from, to) in self.edges() {
            points.push(from.at);
            if from.edge == Edge::Round {
                let (radius, begin) = (from.at.radius(), from.at.direction());
                let sweep = sweep(from.at, to);
                let on_arc = |piece| begin + sweep * piece as f64 / ARC_PIECES as f64;
                points.extend((1..ARC_PIECES).map(|piece| Point::polar(radius, on_arc(piece))));
            }
        }
        if !self.is_closed {
            points.extend(self.corners.last().map(|corner| corner.at));
        }
        points
    }

    /// The straight pieces between [`Contour::points`].
    fn pieces(&self) -> impl Iterator<Item = (Point, Point)> + use<> {
        let points = self.points();
        let count = points.len() - usize::from(!self.is_closed);
        (0..count).map(move |index| (points[index], points[(index + 1) % points.len()]))
    }

    /// The centre of gravity of the area that a closed contour bounds.
    #[must_use]
    pub fn centroid(&self) -> Point {
        let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
        for (a, b) in self.pieces() {
            let cross = a.x * b.y - b.x * a.y;
            area += cross;
            x += (a.x + b.x) * cross;
            y += (a.y + b.y) * cross;
        }
        Point { x: x / (3.0 * area), y: y / (3.0 * area) }
    }

    /// Returns the distance of a point from the line.
    #[must_use]
    pub fn distance(&self, point: Point) -> f64 {
        self.pieces().map(|(a, b)| distance_to_piece(point, a, b)).fold(f64::INFINITY, f64::min)
    }

    /// Returns whether a point lies in the area that a closed contour bounds.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        let crosses = |(a, b): &(Point, Point)| {
            (a.y > point.y) != (b.y > point.y)
                && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
        };
        self.pieces().filter(crosses).count() % 2 == 1
    }

    /// Returns whether a corner of one of two contours lies on the other.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let lies_on =
            |a: &Self, b: &Self| a.corners.iter().any(|corner| b.distance(corner.at) < SAME);
        lies_on(self, other) || lies_on(other, self)
    }
}

/// The degrees from one direction to another the shorter way, counter-clockwise positive.
pub(crate) fn sweep(from: Point, to: Point) -> f64 {
    let difference = (to.direction() - from.direction()).rem_euclid(360.0);
    if difference > 180.0 { difference - 360.0 } else { difference }
}

fn distance_to_piece(point: Point, a: Point, b: Point) -> f64 {
    let length = a.distance(b);
    if length < SAME {
        return point.distance(a);
    }
    let along = (point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y);
    point.distance(a.towards(b, (along / (length * length)).clamp(0.0, 1.0)))
}
