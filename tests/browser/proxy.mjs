// The page behind the proxies of docs/serve.md, word by word as they stand there: nginx under a path,
// Caddy under a name of its own, by TLS on this machine. Those that are not installed are left out.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { BINARY, BROWSER, end, finish, fromDisk, lineOf, PATIENCE, picture, ROOT, test } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "rotunda-proxy-"));
const documented = readFileSync(join(ROOT, "docs/serve.md"), "utf8");
/** The example of the document that has some words, with another port. */
function example(words, port) {
  const found = documented.match(/```[a-z]*\n[^`]*```/g).find((block) => block.includes(words) && block.includes("127.0.0.1:7484"));
  return found.replace(/```[a-z]*\n?/g, "").replaceAll("7484", port);
}
const isThere = (program) => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

/** A server for a name; its link for the owner, and its port. */
async function serveFor(words) {
  const child = spawn(BINARY, ["serve", "--port", "0", "--folder", mkdtempSync(join(tmpdir(), "rotunda-")), ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const said = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(line));
  await lineOf(child, /#\/join\//);
  const text = said.join("\n");
  // The server reports the port on which it listens.
  const inode = execFileSync("sh", ["-c", `ss -ltnp 2>/dev/null | grep pid=${child.pid}, | head -1`]).toString();
  return { child, token: text.match(/#\/join\/(\w+)/)[1], port: text.match(/127\.0\.0\.1:(\d+)/)?.[1] ?? inode.match(/127\.0\.0\.1:(\d+)/)[1] };
}

/** Plays a move through a proxy as the owner. */
async function playBehind(address, token, name) {
  const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--host-resolver-rules=MAP *.example.org 127.0.0.1, MAP example.org 127.0.0.1"] });
  const context = await fromDisk(await browser.newContext({ ignoreHTTPSErrors: true }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`${address}#/join/${token}`);
  await page.waitForSelector(".card");
  await page.evaluate(() => (location.hash = "#/new/chess"));
  await page.click("#board");
  await page.waitForSelector(".board [data-at]");
  await page.fill(".typed", "e4");
  await page.press(".typed", "Enter");
  await page.waitForSelector('.moves [data-notation="e2e4"]');
  await page.click("#invite");
  await page.waitForSelector("dialog input");
  const link = await page.inputValue("dialog input");
  assert.ok(link.startsWith(`${address}#/join/`), link);
  await picture(page, name);
  assert.deepEqual(problems, []);
  await browser.close();
}

/** Waits until something listens at the usual port of TLS. */
async function listens() {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      execFileSync("sh", ["-c", "ss -ltn | grep -q '127.0.0.1:443 '"]);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("the proxy does not listen");
}

if (isThere("nginx") && process.getuid() === 0) {
  await test("nginx shows the page under a path", async () => {
    const { child, token, port } = await serveFor(["--host", "example.org", "--base-path", "/chess"]);
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=example.org", "-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")], { stdio: "ignore" });
    const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:443 ssl; server_name example.org; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
${example("location /chess", port)} } }`;
    writeFileSync(join(folder, "nginx.conf"), config);
    const nginx = spawn("nginx", ["-c", join(folder, "nginx.conf")], { stdio: "inherit" });
    try {
      await listens();
      await playBehind("https://example.org/chess/", token, "behind-nginx");
    } finally {
      await Promise.all([end(nginx, "SIGTERM"), end(child, "SIGINT")]);
    }
  });
} else {
  console.log("LEFT OUT nginx: it is not installed, or its port needs another user");
}

if (isThere("caddy") && process.getuid() === 0) {
  await test("Caddy shows the page under a name", async () => {
    const { child, token, port } = await serveFor(["--host", "chess.example.org"]);
    const config = `{\n admin off\n local_certs\n skip_install_trust\n default_bind 127.0.0.1\n}\n${example("reverse_proxy", port)}`;
    writeFileSync(join(folder, "Caddyfile"), config);
    const caddy = spawn("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], { stdio: "ignore", env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
    try {
      await listens();
      await playBehind("https://chess.example.org/", token, "behind-caddy");
    } finally {
      await Promise.all([end(caddy, "SIGTERM"), end(child, "SIGINT")]);
    }
  });
} else {
  console.log("LEFT OUT Caddy: it is not installed, or its port needs another user");
}

finish();
