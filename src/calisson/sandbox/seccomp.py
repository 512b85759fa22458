"""A seccomp filter as a BPF program, made here so that no library has to be installed.

The program is an array of `struct sock_filter` (linux/filter.h) over `struct seccomp_data` (linux/seccomp.h):
another architecture's calls kill the process, calls on the list answer EPERM, everything else goes through.
`clone` is looked at by its flags; `clone3` hides them behind a pointer and answers ENOSYS, so that the C library
falls back to `clone`.

Covers: new user namespaces by all three ways, mounts, tracing, other processes' memory, keyrings, BPF, io_uring,
kernel modules, performance counters. Does not cover: faults of the kernel in calls that stay allowed.
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
        "clone3": 435,
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
    }),
}  # fmt: skip

_SPECIAL = frozenset({"socket", "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "fork", "vfork",
                      "clone", "clone3"})  # fmt: skip
NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h)."""
THREAD = 0x00010000

_KILL, _ERRNO, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_LOAD, _JEQ, _JSET, _JGE, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NR, _ARCH, _ARG0 = 0, 4, 16
_X32 = 0x40000000


def supported() -> bool:
    """Tell whether there is a filter for this processor."""
    return platform.machine() in _ARCHES


def program(*, sockets: bool = True, signals: bool = True, forks: bool = True) -> bytes:
    """Return the filter.

    Args:
        sockets: allow `socket` (a network namespace has to hold it instead).
        signals: allow signals to others (a process namespace has to hold them instead).
        forks: allow new processes; threads always are.

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
        denied |= {
            numbers[n]: errno.EPERM
            for n in ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
        }
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
    clone = [(_LOAD, 0, 0, _ARG0), (_JSET, 0, 1, NEW_NAMESPACES), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    if not forks:
        clone += [(_JSET, 1, 0, THREAD), (_RETURN, 0, 0, _ERRNO | errno.EAGAIN)]
    lines += [(_JEQ, 0, len(clone), numbers["clone"]), *clone, (_RETURN, 0, 0, _ALLOW)]
    return _packed(lines)


def _packed(lines: Iterable[tuple[int, int, int, int]]) -> bytes:
    return b"".join(struct.pack("HBBI", *line) for line in lines)
