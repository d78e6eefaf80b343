//! [`Server`]: the port, the routes, and the connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Request, State};
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::connection::{Rooms, serve};
use crate::guard::{Doors, Ends, caller, guard};
use crate::listening::{BasePath, Listening};
use crate::pages::{self, FILES};
use crate::protocol::MAX_MESSAGE;

/// The most connections at a time. Others wait.
const MAX_CONNECTIONS: usize = 600;
/// The most open pages.
const MAX_PAGES: usize = 64;
/// The time for a connection to send its request.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most bytes of a request's head.
const MAX_HEAD: usize = 16 << 10;
/// The pause after a connection that could not be accepted.
const BREATH: Duration = Duration::from_millis(100);

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    port: u16,
    rooms: Arc<Rooms>,
    base: BasePath,
    app: Router,
}

/// The state that requests share.
#[derive(Clone)]
struct Shared {
    rooms: Arc<Rooms>,
    doors: Doors,
    pages: Arc<Semaphore>,
}

impl Server {
    /// Binds to a port, of which 0 is any free one, and prints where it listens and for whom.
    ///
    /// # Errors
    /// Returns an error if the port is taken.
    pub async fn bind(port: u16, rooms: Arc<Rooms>, listening: &Listening) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((listening.ip, port))).await?;
        let port = listener.local_addr()?.port();
        let doors = Doors { port, hosts: listening.hosts.clone() };
        let pages = Arc::new(Semaphore::new(MAX_PAGES));
        let shared = Shared { rooms: Arc::clone(&rooms), doors: doors.clone(), pages };
        let base = listening.base_path.clone();
        if let Some(address) = listening.public_address(port) {
            let _ = rooms.gate.address.set(address);
        }
        let files = FILES.iter().fold(Router::new(), |app, file| {
            let answer = get(move |headers: HeaderMap| async move { file.answer(&headers) });
            app.route(file.path, answer)
        });
        let files = match base.as_str() {
            "" => files,
            path => {
                let whole = format!("{path}/");
                files.route(path, get(|| async move { Redirect::permanent(&whole) }))
            }
        };
        let app = files
            .route(
                "/api/variants",
                get(|headers: HeaderMap| async move { pages::variants(&headers) }),
            )
            .route("/api/variants/{name}", get(description))
            .route("/api/lessons/{name}", get(lessons))
            .route("/pictures/{name}", get(picture))
            .route("/ws", any(page))
            .fallback(|| async { pages::missing() })
            .layer(from_fn_with_state(doors, guard))
            .with_state(shared);
        Ok(Self { listener, port, rooms, base, app })
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Serves all connections without end.
    pub async fn run(self) {
        let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        while let Ok(place) = Arc::clone(&places).acquire_owned().await {
            let Ok((stream, peer)) = self.listener.accept().await else {
                tokio::time::sleep(BREATH).await;
                continue;
            };
            let Ok(local) = stream.local_addr() else { continue };
            let ends = Ends { local, peer: peer.ip() };
            // A proxy on this machine connects for everybody.
            let is_near = ends.peer.to_canonical().is_loopback();
            let own = self.rooms.gate.addresses.connect(ends.peer).filter(|_| !is_near);
            if own.is_none() && !is_near {
                continue;
            }
            let _ = stream.set_nodelay(true);
            let app = TowerToHyperService::new(self.app.clone());
            let base = self.base.clone();
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(ends);
                shorten(request.uri_mut(), &base);
                app.call(request)
            });
            tokio::spawn(async move {
                let mut builder = http1::Builder::new();
                builder
                    .timer(TokioTimer::new())
                    .header_read_timeout(PATIENCE)
                    .max_buf_size(MAX_HEAD);
                let connection = builder.serve_connection(TokioIo::new(stream), service);
                // A failed connection has ended, and matters to no other.
                let _ = connection.with_upgrades().await;
                drop((place, own));
            });
        }
    }
}

/// Takes the base path off an address.
fn shorten(uri: &mut Uri, base: &BasePath) {
    let Some(whole) = uri.path_and_query() else { return };
    let short = base.strip(whole.as_str());
    if short.len() < whole.as_str().len()
        && let Ok(path) = short.parse::<PathAndQuery>()
    {
        *uri = path.into();
    }
}

async fn description(Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    pages::description(&name, &headers)
}

async fn lessons(Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    pages::lessons(&name, &headers)
}

async fn picture(Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    pages::picture(&name, &headers)
}

/// The WebSocket of a page.
async fn page(
    State(shared): State<Shared>,
    Extension(ends): Extension<Ends>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response<Body> {
    if !shared.doors.admits_page(&headers, ends.local) {
        return (StatusCode::FORBIDDEN, "this is for pages of this server").into_response();
    }
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE),
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(place) = Arc::clone(&shared.pages).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages are open").into_response();
    };
    let gate = &shared.rooms.gate;
    let caller = caller(&headers, ends);
    // On this machine alone nobody is counted.
    let own = gate.is_guarded().then(|| gate.addresses.page(caller));
    if own.as_ref().is_some_and(Option::is_none) {
        return (StatusCode::TOO_MANY_REQUESTS, "too many pages of yours are open").into_response();
    }
    upgrade.on_upgrade(async move |socket| {
        serve(socket, shared.rooms, caller).await;
        drop((place, own));
    })
}

#[cfg(test)]
mod tests;
