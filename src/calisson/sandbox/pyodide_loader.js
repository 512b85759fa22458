// Runs one Python program in Pyodide inside Deno. The first line of standard input is the job (JSON), the rest is
// the program's own input. Standard output is a mark, the program's own, the mark again, and what it left (JSON).
// Once Pyodide is loaded the permission to read its folder is given back: the program has none at all.
const WORK = "/work";
const MOST_FILES = 2000;
const DEEPEST = 20;
const EFBIG = 22; // the number in Emscripten's C library

function everything(stream) {
  const pieces = [];
  for (;;) {
    const piece = new Uint8Array(65536);
    const count = stream.readSync(piece);
    if (count === null) break;
    pieces.push(piece.subarray(0, count));
  }
  const whole = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const given = everything(Deno.stdin);
const line = given.indexOf(10);
const job = JSON.parse(new TextDecoder().decode(given.subarray(0, line)));
const [out, err, exit] = [Deno.stdout, Deno.stderr, Deno.exit];
const revoke = Deno.permissions.revokeSync.bind(Deno.permissions);

function write(stream, bytes) {
  for (let at = 0; at < bytes.length; ) at += stream.writeSync(bytes.subarray(at));
}

function finish(status, said) {
  write(out, new TextEncoder().encode(`${job.mark}${JSON.stringify(said)}`));
  exit(status);
}

function counted(stream) {
  let room = job.output_bytes;
  return {
    isatty: false,
    write: (bytes) => {
      write(stream, bytes.subarray(0, room));
      room -= bytes.length;
      if (room <= 0) finish(1, { ending: "output" });
      return bytes.length;
    },
  };
}

// WebAssembly's memory is none of V8's heap: it is held here, and by the operating system's limit where there is one.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > job.memory_bytes) throw new RangeError("memory");
  return grow.call(this, pages);
};

// Python asks for these by itself; without the permission `sys` the question would end it.
for (const name of ["getuid", "geteuid", "getgid", "getegid"]) globalThis.process[name] = () => 1000;
globalThis.process.umask = () => 0o22;

const { loadPyodide } = await import(`${job.address}pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: job.folder, jsglobals: Object.create(null) });
revoke({ name: "read", path: job.folder });
revoke({ name: "read" });

const { FS } = pyodide;
FS.mkdirTree(WORK);
const probe = FS.open(`${WORK}/.probe`, "w");
const kept = probe.node.stream_ops;
const put = kept.write;
kept.write = function (stream, buffer, offset, length, position, own) {
  if (position + length > job.file_bytes) throw new FS.ErrnoError(EFBIG);
  return put.call(this, stream, buffer, offset, length, position, own);
};
FS.close(probe);
FS.unlink(`${WORK}/.probe`);
for (const [name, content] of Object.entries(job.files)) {
  const path = `${WORK}/${name}`;
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, Uint8Array.fromBase64(content));
}
FS.chdir(WORK);


const input = given.subarray(line + 1);
let taken = 0;
pyodide.setStdin({
  isatty: false,
  read: (buffer) => {
    const piece = input.subarray(taken, taken + buffer.length);
    buffer.set(piece);
    taken += piece.length;
    return piece.length;
  },
});
pyodide.setStdout(counted(out));
pyodide.setStderr(counted(err));

const start = pyodide.runPython(job.start);
let status = 1;
write(out, new TextEncoder().encode(job.mark)); // the program's time begins
try {
  status = await start.callPromising(job.code);
} catch (error) {
  if (typeof error?.status === "number") status = error.status; // os._exit
  else console.error(String(error?.message ?? error).slice(0, 2000));
}

const files = {};
const left = [];
let room = job.keep ? job.kept_bytes : 0;
let count = 0;
function collect(folder, prefix, depth) {
  for (const name of FS.readdir(folder).filter((n) => n !== "." && n !== "..").sort().slice(0, MOST_FILES)) {
    const path = `${folder}/${name}`;
    const shown = `${prefix}${name}`;
    const { mode, size } = FS.lstat(path);
    if (FS.isDir(mode) && depth < DEEPEST) collect(path, `${shown}/`, depth + 1);
    else if (FS.isFile(mode) && size <= room && count < MOST_FILES) {
      FS.chmod(path, 0o600);
      files[shown] = FS.readFile(path).toBase64();
      room -= size;
      count += 1;
    } else left.push(shown);
  }
}
if (job.keep) collect(WORK, "", 0);
finish(status & 255, { files, left: left.slice(0, 100) });
