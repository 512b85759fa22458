"""The attacks' programs, by language; `@name@` stands for what the scene puts in."""

from __future__ import annotations

from calisson.sandbox.types import Language

_PYTHON = {
    "works": "print(6 * 7)",
    "read a file": "print(open('@secret_file@').read())",
    "read the system's secrets": """
import glob, os
for path in ('/etc/shadow', '/root/.bash_history', '/root/.ssh/id_rsa', '/proc/1/environ', '/proc/self/mounts'):
    try:
        text = open(path).read()
    except OSError:
        continue
    if path == '/etc/shadow' and ':' in text or '@variable@' in text or path.startswith('/root'):
        print('ESCAPED', path)
for path in glob.glob('/home/*/*') + glob.glob('/root/*'):
    print('ESCAPED', path)
""",
    "read the environment": "import os\nprint(dict(os.environ))\nprint(open('/proc/self/environ').read())",
    "follow links out": """
import os
os.symlink('@secret_file@', 'link.json')
os.symlink(os.path.dirname('@secret_file@'), 'folder')
try:
    os.link('@secret_file@', 'hard.json')
except OSError:
    pass
os.mkfifo('pipe')
for path in ('link.json', 'folder/secret.json', 'hard.json', '/proc/self/root@secret_file@', '/proc/self/cwd/../../../..@secret_file@'):
    try:
        print(open(path).read())
    except OSError as error:
        print(path, error)
""",
    "reach a port": """
import socket
for family, address in ((socket.AF_INET, ('127.0.0.1', @port@)), (socket.AF_INET6, ('::ffff:127.0.0.1', @port@))):
    try:
        s = socket.socket(family)
        s.settimeout(1)
        s.connect(address)
        print('ESCAPED')
    except OSError as error:
        print(error)
""",
    "reach a unix socket": """
import socket
try:
    s = socket.socket(socket.AF_UNIX)
    s.connect('@unix@')
    print('ESCAPED')
except OSError as error:
    print(error)
""",
    "reach an abstract socket": """
import socket
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    try:
        s = socket.socket(socket.AF_UNIX, kind)
        s.connect('\\0@abstract@')
        print('ESCAPED')
    except OSError as error:
        print(error)
""",
    "shared memory and queues": """
import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
segment = libc.shmget(@shared@, 64, 0o444)
place = libc.shmat(segment, None, 0o10000) if segment >= 0 else None
if place not in (None, ctypes.c_void_p(-1).value):
    print(ctypes.string_at(place, 64))
mq_open = 240 if platform.machine() == 'x86_64' else 180
if libc.syscall(mq_open, b'@mark@', 0o102, 0o666, None) >= 0:
    print('a queue was made')
""",
    "files left open": """
import os, stat
for number in range(3, 256):
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            continue
    except OSError:
        continue
    for read in (lambda: os.pread(number, 4096, 0), lambda: open(f'/proc/self/fd/{number}', 'rb').read(4096)):
        try:
            print(read())
        except OSError:
            pass
""",
    "kill by other ways": """
import ctypes, fcntl, os, resource
O_ASYNC, F_SETSIG = 0o20000, 10
try:
    out, into = os.pipe()
    fcntl.fcntl(out, fcntl.F_SETOWN, @victim@)
    fcntl.fcntl(out, F_SETSIG, 9)
    fcntl.fcntl(out, fcntl.F_SETFL, O_ASYNC | os.O_NONBLOCK)
    os.write(into, b'x')
except OSError as error:
    print(error)
for limit in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE):
    try:
        resource.prlimit(@victim@, limit, (0, 0))
        print('ESCAPED', limit)
    except OSError as error:
        print(error)
try:
    os.setpriority(os.PRIO_PROCESS, @victim@, 19)
    print('ESCAPED priority')
except OSError as error:
    print(error)
""",
    "change what it may not open": """
import os, time
path = '@secret_file@'
for act in (lambda: os.chmod(path, 0), lambda: os.utime(path, (1, 1)), lambda: os.chown(path, os.getuid(), -1),
            lambda: os.setxattr(path, 'user.made', b'x'), lambda: os.rename(path, path + '.gone'),
            lambda: os.chmod(os.path.dirname(path), 0)):
    try:
        act()
        print('ESCAPED')
    except OSError as error:
        print(error)
""",
    "write outside": """
import os
for path in ('@target@', '/tmp/@mark@', '/var/tmp/@mark@', '/dev/shm/@mark@', '/home/@mark@', '/@mark@', '../@mark@'):
    try:
        open(path, 'w').write('x')
    except OSError as error:
        print(error)
for act in (lambda: os.unlink('@secret_file@'), lambda: open('@secret_file@', 'w').write('gone'), lambda: os.truncate('@secret_file@', 0)):
    try:
        act()
    except OSError as error:
        print(error)
""",
    "see other processes": """
import os
try:
    pids = [p for p in os.listdir('/proc') if p.isdigit()]
except OSError:
    pids = []
for pid in pids + ['@victim@', '1']:
    try:
        line = open(f'/proc/{pid}/cmdline').read()
    except OSError:
        continue
    if pid == '@victim@' or 'time.sleep(300)' in line:
        print('ESCAPED', pid, line)
""",
    "signal a process": """
import ctypes, os
for act in (lambda: os.kill(@victim@, 9), lambda: os.killpg(os.getpgid(@victim@), 9), lambda: os.kill(@victim@, 0)):
    try:
        act()
        print('ESCAPED')
    except OSError as error:
        print(error)
""",
    "new user namespace": """
import ctypes, os, platform, struct
libc = ctypes.CDLL(None, use_errno=True)
NEWUSER = 0x10000000
if libc.unshare(NEWUSER) == 0:
    print('ESCAPED unshare')
clone = 56 if platform.machine() == 'x86_64' else 220
pid = libc.syscall(clone, NEWUSER | 17, 0, 0, 0, 0)
if pid == 0:
    os._exit(0)
if pid > 0:
    print('ESCAPED clone')
arguments = struct.pack('11Q', NEWUSER, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0)
pid = libc.syscall(435, arguments, ctypes.c_size_t(88))
if pid == 0:
    os._exit(0)
if pid > 0:
    print('ESCAPED clone3')
""",
    "trace and mount": """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
os.makedirs('m', exist_ok=True)
if libc.mount(b'none', b'm', b'tmpfs', 0, None) == 0:
    print('ESCAPED mount')
if libc.ptrace(16, @victim@, None, None) == 0:
    print('ESCAPED ptrace')
""",
    "fork bomb": """
import os, sys, time
made = 0
for _ in range(600):
    try:
        if os.fork() == 0:
            os.execv('/bin/sleep', ['@mark@', '3'])
        made += 1
    except OSError:
        break
print(made)
sys.stdout.flush()
os._exit(0)
""",
    "leave a child behind": """
import os
try:
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execv('/bin/sleep', ['@mark@', '30'])
            os._exit(0)
except OSError as error:
    print(error)
while True:
    pass
""",
    "take all memory": """
import os
kept = []
for number in range(100):
    kept.append(bytearray(os.urandom(1) * (100 * 1024 * 1024)))
    print((number + 1) * 100, flush=True)
""",
    "loop for ever": "while True:\n    pass",
    "print without end": "while True:\n    print('x' * 1000)",
    "write a huge file": """
size = 0
with open('huge', 'wb') as file:
    try:
        for _ in range(200):
            file.write(b'x' * 1024 * 1024)
            file.flush()
            size += 1024 * 1024
            print(size, flush=True)
    except OSError as error:
        print(error)
""",
    "archive that climbs out": """
import io, tarfile, zipfile
with tarfile.open('climb.tar', 'w') as archive:
    info = tarfile.TarInfo('../' * 12 + '@target@'.lstrip('/'))
    info.size = 4
    archive.addfile(info, io.BytesIO(b'evil'))
with tarfile.open('link.tar', 'w') as archive:
    info = tarfile.TarInfo('evil')
    info.type, info.linkname = tarfile.SYMTYPE, '@secret_file@'
    archive.addfile(info)
with tarfile.open('hard.tar', 'w') as archive:
    info = tarfile.TarInfo('evil')
    info.type, info.linkname = tarfile.LNKTYPE, '@secret_file@'
    archive.addfile(info)
with zipfile.ZipFile('climb.zip', 'w') as archive:
    archive.writestr('@target@', 'evil')
with zipfile.ZipFile('link.zip', 'w') as archive:
    info = zipfile.ZipInfo('evil')
    info.external_attr = 0o120777 << 16
    archive.writestr(info, '@secret_file@')
with zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('evil', b'0' * 50_000_000)
""",
}

_SHELL = {
    "works": "echo $((6 * 7))",
    "read a file": "cat @secret_file@; ln -s @secret_file@ link; cat link; tar c @secret_file@ > out.tar",
    "read the system's secrets": "test -r /etc/shadow && echo ESCAPED; test -r /root && ls /root | grep -q . && echo ESCAPED; exit 0",
    "read the environment": "env; cat /proc/self/environ /proc/$PPID/environ /proc/1/environ",
    "write outside": "for f in @target@ /tmp/@mark@ /var/tmp/@mark@ /dev/shm/@mark@ /@mark@; do echo x > $f; done; rm -f @secret_file@",
    "signal a process": "kill -9 @victim@ && echo ESCAPED; kill -0 @victim@ && echo ESCAPED; exit 0",
    "new user namespace": "unshare -U true && echo ESCAPED; unshare -r id && echo ESCAPED; exit 0",
    "loop for ever": "while :; do :; done",
    "print without end": "yes",
}

_FILES = """
for (const act of [
  () => require('fs').readFileSync('@secret_file@', 'utf8'),
  () => Deno.readTextFileSync('@secret_file@'),
  () => process.getBuiltinModule('fs').readFileSync('@secret_file@', 'utf8'),
]) { try { console.log(act()); } catch (e) { console.log(String(e).slice(0, 80)); } }
"""

_JAVASCRIPT = {
    "works": "console.log(6 * 7)",
    "read a file": _FILES,
    "read the environment": """
for (const act of [() => process.env, () => Deno.env.toObject(), () => globalThis.process.env]) {
  try { console.log(JSON.stringify(act())); } catch (e) { console.log(String(e).slice(0, 80)); }
}
""",
    "reach a port": """
const tries = [fetch('http://127.0.0.1:@port@/').then(() => console.log('ESCAPED'), () => 0)];
try { tries.push(Deno.connect({ hostname: '127.0.0.1', port: @port@ }).then(() => console.log('ESCAPED'), () => 0)); } catch {}
try { require('net').connect(@port@, '127.0.0.1').on('connect', () => console.log('ESCAPED')).on('error', () => 0); } catch {}
Promise.all(tries).then(() => 0);
""",
    "reach a unix socket": """
try { Deno.connect({ transport: 'unix', path: '@unix@' }).then(() => console.log('ESCAPED'), () => 0); } catch {}
try { require('net').connect('@unix@').on('connect', () => console.log('ESCAPED')).on('error', () => 0); } catch {}
""",
    "write outside": """
for (const path of ['@target@', '/tmp/@mark@', '/dev/shm/@mark@', '/@mark@']) {
  try { require('fs').writeFileSync(path, 'x'); } catch {}
  try { Deno.writeTextFileSync(path, 'x'); } catch {}
}
""",
    "start processes": """
try { console.log(String(require('child_process').execSync('cat @secret_file@'))); } catch {}
try { console.log(new TextDecoder().decode(new Deno.Command('cat', { args: ['@secret_file@'] }).outputSync().stdout)); } catch {}
""",
    "import from outside": """
const name = '@secret_file@';
const sources = [
  `file://${name}`,
  `data:text/javascript,import x from "file://${name}" with { type: "json" }; export default x;`,
];
const tries = sources.flatMap((s) => [import(s, { with: { type: 'json' } }), import(s)]);
for (const t of tries) t.then((m) => console.log(JSON.stringify(m)), (e) => console.log(String(e).slice(0, 80)));
try {
  const code = `import x from "file://${name}" with { type: "json" }; postMessage(JSON.stringify(x));`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { type: 'module' });
  worker.onmessage = (e) => { console.log(e.data); worker.terminate(); };
  worker.onerror = (e) => { e.preventDefault?.(); worker.terminate(); };
  setTimeout(() => worker.terminate(), 1500);
} catch (e) { console.log(String(e).slice(0, 80)); }
""",
    "import by name": """
const text = (m) => m.readFileSync('@secret_file@', 'utf8');
const acts = [
  () => Deno.readTextFile('@secret_file@'),
  () => Deno.readTextFile('/etc/hostname').then(() => 'ESCAPED'),
  () => Deno.open('/proc/self/environ'),
  () => import('node:fs').then(text),
  () => import('node:module').then((m) => text(m.createRequire('file:///')('fs'))),
  () => import('node:process').then((m) => JSON.stringify(m.default.env)),
  () => import('node:child_process').then((m) => String(m.execSync('cat @secret_file@'))),
  () => import('node:worker_threads').then((m) => new m.Worker('postMessage(1)', { eval: true })),
  () => Deno.dlopen('libc.so.6', {}),
  () => Deno.permissions.request({ name: 'read' }).then((p) => (p.state === 'granted' ? 'ESCAPED' : p.state)),
  () => import('file://@secret_file@', { with: { type: 'json' } }).then((m) => JSON.stringify(m)),
];
(async () => {
  for (const act of acts) { try { console.log(await act()); } catch (e) { console.log(String(e).slice(0, 80)); } }
})();
""",
    "signal a process": """
try { process.kill(@victim@, 9); console.log('ESCAPED'); } catch {}
try { Deno.kill(@victim@, 'SIGKILL'); console.log('ESCAPED'); } catch {}
""",
    "take all memory": """
const kept = [];
for (let n = 1; n <= 100; n++) { kept.push(new Uint8Array(100 * 1024 * 1024).fill(n)); console.log(n * 100); }
""",
    "loop for ever": "for (;;) {}",
    "print without end": "for (;;) console.log('x'.repeat(1000))",
}

_ALL: dict[Language, dict[str, str]] = {"python": _PYTHON, "shell": _SHELL, "javascript": _JAVASCRIPT}


_BRIDGE = """
import asyncio, js, pyodide_js
for name in ('Deno', 'process', 'eval', 'fetch', 'globalThis'):
    if hasattr(js, name):
        print('the module js has', name)
made = pyodide_js.runPython.constructor('return Object.getPrototypeOf(async function () {}).constructor')()
async def main():
    try:
        await made(%r)()
    except BaseException as error:
        print(str(error)[:80])
    await asyncio.sleep(%r)
asyncio.run(main())
print('BRIDGED')
"""
"""Pyodide's own object leads to JavaScript's `Function`, whatever the module `js` holds."""

_TOGETHER = """
for code in %r:
    try:
        exec(compile(code, 'attack', 'exec'), {'__name__': '__main__'})
    except BaseException as error:
        print(type(error).__name__, str(error)[:80])
print('ALL TRIED')
"""


def bridged(name: str) -> str | None:
    """Return an attack in JavaScript, made from Python in Pyodide; None where there is none in that language."""
    code = _JAVASCRIPT.get(name)
    if code is None or name == "works":
        return None
    return _BRIDGE % (code, 1.6 if name.startswith("import") else 0.4)


def together(codes: list[str]) -> str:
    """Return a program in Python that runs several after each other, whatever becomes of each."""
    return _TOGETHER % (codes,)


def of(language: Language, name: str) -> str | None:
    """Return an attack's program; None when it has no meaning in this language."""
    return _ALL[language].get(name)
