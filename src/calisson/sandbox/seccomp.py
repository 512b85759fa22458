"""A seccomp filter as a BPF program, made here so that no library has to be installed.

The program is an array of `struct sock_filter` (linux/filter.h) over `struct seccomp_data` (linux/seccomp.h):
another architecture's calls kill the process, calls on the list answer EPERM, everything else goes through.
`clone` is looked at by its flags; `clone3` hides them behind a pointer and answers ENOSYS, so that the C library
falls back to `clone`.

Covers: new user namespaces by all three ways, mounts, tracing, other processes' memory, keyrings, BPF, io_uring,
kernel modules, performance counters; where no namespace does it, sockets, signals by every way (`F_SETSIG` and limits of
others, too), memory and queues that are shared by key or name, and, where the program runs as the household's own user,
what Landlock knows no right for: modes, owners, times and attributes of files. Does not cover: faults of the kernel in
calls that stay allowed.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable

from calisson.errors import SandboxError

# arch: (AUDIT_ARCH_*, {name: number}); numbers from the kernel's syscall tables.
_ARCHES: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (0xC000003E, {
        "ptrace": 101, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "unshare": 272,
        "setns": 308, "bpf": 321, "keyctl": 250, "add_key": 248, "request_key": 249, "perf_event_open": 298,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "process_vm_readv": 310,
        "process_vm_writev": 311, "userfaultfd": 323, "kexec_load": 246, "kexec_file_load": 320,
        "init_module": 175, "finit_module": 313, "delete_module": 176, "open_tree": 428, "move_mount": 429,
        "fsopen": 430, "fsconfig": 431, "fsmount": 432, "mount_setattr": 442, "pidfd_getfd": 438,
        "pidfd_send_signal": 424, "reboot": 169, "swapon": 167, "swapoff": 168, "quotactl": 179, "acct": 163,
        "open_by_handle_at": 304, "name_to_handle_at": 303, "socket": 41, "kill": 62, "tkill": 200,
        "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "fork": 57, "vfork": 58, "clone": 56,
        "clone3": 435, "shmget": 29, "shmat": 30, "shmctl": 31, "semget": 64, "semop": 65, "semctl": 66, "msgget": 68,
        "msgsnd": 69, "msgrcv": 70, "msgctl": 71, "semtimedop": 220, "mq_open": 240, "mq_unlink": 241,
        "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260,
        "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190,
        "setxattrat": 463, "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199, "removexattrat": 466,
        "setpriority": 141, "sched_setaffinity": 203, "sched_setscheduler": 144, "sched_setparam": 142, "sched_setattr": 314,
        "ioprio_set": 251, "migrate_pages": 256, "move_pages": 279, "process_madvise": 440, "fcntl": 72, "prlimit64": 302,
    }),
    "aarch64": (0xC00000B7, {
        "ptrace": 117, "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268,
        "bpf": 280, "keyctl": 219, "add_key": 217, "request_key": 218, "perf_event_open": 241,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "process_vm_readv": 270,
        "process_vm_writev": 271, "userfaultfd": 282, "kexec_load": 104, "kexec_file_load": 294,
        "init_module": 105, "finit_module": 273, "delete_module": 106, "open_tree": 428, "move_mount": 429,
        "fsopen": 430, "fsconfig": 431, "fsmount": 432, "mount_setattr": 442, "pidfd_getfd": 438,
        "pidfd_send_signal": 424, "reboot": 142, "swapon": 224, "swapoff": 225, "quotactl": 60, "acct": 89,
        "open_by_handle_at": 265, "name_to_handle_at": 264, "socket": 198, "kill": 129, "tkill": 130,
        "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240, "clone": 220, "clone3": 435,
        "shmget": 194, "shmat": 196, "shmctl": 195, "semget": 190, "semop": 193, "semctl": 191, "msgget": 186, "msgsnd": 189,
        "msgrcv": 188, "msgctl": 187, "semtimedop": 192, "mq_open": 180, "mq_unlink": 181,
        "fchmod": 52, "fchmodat": 53, "fchmodat2": 452, "fchown": 55, "fchownat": 54, "utimensat": 88, "setxattr": 5,
        "lsetxattr": 6, "fsetxattr": 7, "setxattrat": 463, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
        "removexattrat": 466, "setpriority": 140, "sched_setaffinity": 122, "sched_setscheduler": 119, "sched_setparam": 118,
        "sched_setattr": 274, "ioprio_set": 30, "migrate_pages": 238, "move_pages": 239, "process_madvise": 440,
        "fcntl": 25, "prlimit64": 261,
    }),
}  # fmt: skip

_SIGNALS = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpriority", "ioprio_set", "process_madvise",
            "migrate_pages", "move_pages")  # fmt: skip
"""What does something to other processes."""
_OF_OTHERS = ("prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam", "sched_setattr")
"""What does something to the process that its first argument names; 0 is the caller."""
_SHARED = ("shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop", "msgget", "msgsnd", "msgrcv", "msgctl",
           "mq_open", "mq_unlink")  # fmt: skip
_MARKS = ("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat",
          "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr",
          "removexattrat")  # fmt: skip
_SPECIAL = frozenset(
    {"socket", "fork", "vfork", "clone", "clone3", "fcntl", *_SIGNALS, *_OF_OTHERS, *_SHARED, *_MARKS}
)
_OWNER_COMMANDS = (8, 10, 15)
"""F_SETOWN, F_SETSIG, F_SETOWN_EX (linux/fcntl.h): a file that sends a signal of choice to a process of choice."""
NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h)."""
THREAD = 0x00010000

_KILL, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _JEQ, _JSET, _JGE, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NR, _ARCH, _ARG0, _ARG1 = 0, 4, 16, 24
_X32 = 0x40000000


def supported() -> bool:
    """Tell whether there is a filter for this processor."""
    return platform.machine() in _ARCHES


def program(
    *, sockets: bool = True, signals: bool = True, forks: bool = True, shared: bool = True, marks: bool = True
) -> bytes:
    """Return the filter.

    Args:
        sockets: allow `socket` (a network namespace has to hold it instead).
        signals: allow signals to others (a process namespace has to hold them instead).
        forks: allow new processes; threads always are.
        shared: allow memory and queues shared by key or name (a namespace has to hold them instead).
        marks: allow to change modes, owners, times and attributes of files.

    Raises:
        SandboxError: this processor is not known.
    """
    if not supported():
        raise SandboxError(f"no system call filter for {platform.machine()}")
    arch, numbers = _ARCHES[platform.machine()]
    denied = {n: errno.EPERM for name, n in numbers.items() if name not in _SPECIAL}
    if not sockets:
        denied[numbers["socket"]] = errno.EPERM
    if not signals:
        denied |= {numbers[n]: errno.EPERM for n in _SIGNALS}
    if not shared:
        denied |= {numbers[n]: errno.EPERM for n in _SHARED}
    if not marks:
        denied |= {numbers[n]: errno.EPERM for n in _MARKS if n in numbers}
    if not forks:
        denied |= {numbers[n]: errno.EAGAIN for n in ("fork", "vfork") if n in numbers}
    denied[numbers["clone3"]] = errno.ENOSYS
    lines = [
        (_LOAD, 0, 0, _ARCH), (_JEQ, 1, 0, arch), (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NR),
    ]  # fmt: skip
    if arch == 0xC000003E:
        lines += [(_JGE, 0, 1, _X32), (_RETURN, 0, 0, _KILL)]
    for number, code in sorted(denied.items()):
        lines += [(_JEQ, 0, 1, number), (_RETURN, 0, 0, _ERRNO | code)]
    if not signals:
        mine = [
            (_LOAD, 0, 0, _ARG0),
            (_JEQ, 1, 0, 0),
            (_RETURN, 0, 0, _ERRNO | errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ]
        for name in _OF_OTHERS:
            lines += [(_JEQ, 0, len(mine), numbers[name]), *mine]
        owner = [(_LOAD, 0, 0, _ARG1)]
        for command in _OWNER_COMMANDS:
            owner += [(_JEQ, 0, 1, command), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
        owner.append((_RETURN, 0, 0, _ALLOW))
        lines += [(_JEQ, 0, len(owner), numbers["fcntl"]), *owner]
    clone = [(_LOAD, 0, 0, _ARG0), (_JSET, 0, 1, NEW_NAMESPACES), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    if not forks:
        clone += [(_JSET, 1, 0, THREAD), (_RETURN, 0, 0, _ERRNO | errno.EAGAIN)]
    lines += [(_JEQ, 0, len(clone), numbers["clone"]), *clone, (_RETURN, 0, 0, _ALLOW)]
    return _packed(lines)


def _packed(lines: Iterable[tuple[int, int, int, int]]) -> bytes:
    return b"".join(struct.pack("HBBI", *line) for line in lines)
