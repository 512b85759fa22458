"""Started by `landlock.py` as a program of its own (`python -I -S FILE SETTINGS -- COMMAND…`): walls, then exec.

Imports nothing of Calisson's. Order: limits, user, no new privileges, Landlock, seccomp, exec. Any failure ends it
with status 125 before the untrusted program starts.
"""

import ctypes
import json
import os
import resource
import struct
import sys

CREATE, ADD, RESTRICT = 444, 445, 446
READ = 0b1100 | 1
"""EXECUTE, READ_FILE, READ_DIR (linux/landlock.h)."""
FILE_RIGHTS = 0b111 | 1 << 14 | 1 << 15
"""What a rule on a single file may hold: EXECUTE, WRITE_FILE, READ_FILE, TRUNCATE, IOCTL_DEV."""
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file system rights each version of the interface knows; later ones know as many as the last."""
NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2


def main() -> None:
    """Build the walls and become the program."""
    settings = json.loads(sys.argv[1])
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long

    def checked(value: int, what: str) -> int:
        if value < 0:
            raise OSError(ctypes.get_errno(), what)
        return value

    for name, value in settings["limits"].items():
        resource.setrlimit(getattr(resource, name), (value, value))
    if settings["uid"] is not None:
        os.setgroups([])
        os.setresgid(*[settings["uid"]] * 3)
        os.setresuid(*[settings["uid"]] * 3)
    checked(libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    version = checked(libc.syscall(CREATE, None, ctypes.c_size_t(0), 1), "landlock is not there")
    every = (1 << RIGHTS.get(version, 16)) - 1
    attributes = struct.pack("QQQ", every, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = checked(libc.syscall(CREATE, attributes, ctypes.c_size_t(size), 0), "a ruleset")
    allowed = [(path, READ) for path in settings["read"]] + [(path, every) for path in settings["write"]]
    allowed += [("/dev/null", FILE_RIGHTS), ("/dev/zero", FILE_RIGHTS), ("/dev/urandom", FILE_RIGHTS)]
    for path, rights in allowed:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if not os.path.isdir(path):
            rights &= FILE_RIGHTS
        rule = struct.pack("=Qi", rights & every, handle)
        checked(libc.syscall(ADD, rules, 1, rule, 0), path)
        os.close(handle)
    checked(libc.syscall(RESTRICT, rules, 0), "restrict")
    os.close(rules)
    code = bytes.fromhex(settings["filter"])
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]

    filtered = Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    checked(libc.prctl(SECCOMP, FILTER, ctypes.byref(filtered), 0, 0), "seccomp")
    command = sys.argv[3:]
    os.execve(command[0], command, settings["environment"])


if __name__ == "__main__":
    try:
        main()
    except BaseException as error:
        sys.stderr.write(f"landlock: {error}\n")
        os._exit(125)
