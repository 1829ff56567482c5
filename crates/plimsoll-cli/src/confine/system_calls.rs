//! seccomp: what a process that only reads files and counts never does. The list names what is refused,
//! not what is allowed: a libc that begins to use a new call must not break anything, and what is refused
//! fails with an error instead of ending the process.

use super::Holds;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Refused whatever the arguments.
const REFUSED: &[libc::c_long] = &[
    // Network. Whatever was handed over open can still be used.
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    // What these do is not seen by any filter.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Programs and other processes.
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    // Another view of the file system.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_setns,
    libc::SYS_unshare,
    // Another user.
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_capset,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[libc::c_long] =
    &[libc::SYS_fork, libc::SYS_vfork, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[libc::c_long] = &[];

/// Restricts all threads of this process.
pub(super) fn restrict() -> Holds {
    let [refused, unknown] = match filters() {
        Ok(filters) => filters,
        Err(error) => return Holds::No(error.to_string()),
    };
    if let Err(error) = seccompiler::apply_filter_all_threads(&refused) {
        return Holds::No(error.to_string());
    }
    match seccompiler::apply_filter_all_threads(&unknown) {
        Ok(()) => Holds::Fully,
        Err(error) => Holds::Partly(error.to_string()),
    }
}

fn filters() -> Result<[BpfProgram; 2], seccompiler::BackendError> {
    let all = |calls: &[libc::c_long]| -> Rules {
        calls.iter().flat_map(|call| spellings(*call)).map(|call| (call, Vec::new())).collect()
    };
    let mut refused = all(REFUSED);
    refused.extend(all(REFUSED_HERE));
    refused.extend(with_short_pointers_only().map(|call| (call, Vec::new())));
    // A thread is a clone that says so; any other is a process.
    let is_thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    let is_process =
        SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(is_thread), 0)?;
    for call in spellings(libc::SYS_clone) {
        refused.insert(call, vec![SeccompRule::new(vec![is_process.clone()])?]);
    }
    // What this one is asked for lies in memory, where a filter cannot look; without it, libc uses clone.
    let unknown = all(&[libc::SYS_clone3]);
    Ok([program(refused, libc::EPERM)?, program(unknown, libc::ENOSYS)?])
}

fn program(rules: Rules, error: libc::c_int) -> Result<BpfProgram, seccompiler::BackendError> {
    let error = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, error, architecture())?.try_into()
}

#[cfg(target_arch = "x86_64")]
fn architecture() -> TargetArch {
    TargetArch::x86_64
}

#[cfg(target_arch = "aarch64")]
fn architecture() -> TargetArch {
    TargetArch::aarch64
}

/// On x86_64 some kernels know every call a second time, for programs with short pointers.
#[cfg(target_arch = "x86_64")]
const SHORT_POINTERS: i64 = 0x4000_0000;

/// The numbers of a call.
#[cfg(target_arch = "x86_64")]
fn spellings(call: libc::c_long) -> Vec<i64> {
    vec![call, call | SHORT_POINTERS]
}

/// Calls that have another number there, execve among them.
#[cfg(target_arch = "x86_64")]
fn with_short_pointers_only() -> impl Iterator<Item = i64> {
    (512..548).map(|call| call | SHORT_POINTERS)
}

#[cfg(target_arch = "aarch64")]
fn spellings(call: libc::c_long) -> Vec<i64> {
    vec![call]
}

#[cfg(target_arch = "aarch64")]
fn with_short_pointers_only() -> impl Iterator<Item = i64> {
    std::iter::empty()
}
