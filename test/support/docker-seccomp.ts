/**
 * A Perl program that runs its arguments as a command under a system call filter. The filter denies namespaces and
 * mounts, like Docker's default seccomp profile for a container without capabilities.
 */
const program = `
  # One BPF instruction: code, jump offsets if true and if false, operand (linux/filter.h).
  sub op { pack 'S C C L', @_ }
  my $filter = join '',
    op(0x20, 0, 0, 0),           # Load the number of the system call.
    op(0x15, 8, 0, 272),         # unshare: deny
    op(0x15, 7, 0, 165),         # mount: deny
    op(0x15, 6, 0, 166),         # umount2: deny
    op(0x15, 5, 0, 155),         # pivot_root: deny
    op(0x15, 5, 0, 435),         # clone3: report that it does not exist. The C library then calls clone.
    op(0x15, 0, 2, 56),          # Allow all but clone.
    op(0x20, 0, 0, 16),          # Load the flags of clone.
    op(0x45, 1, 0, 0x7e020000),  # clone with the flag of a namespace: deny
    op(0x06, 0, 0, 0x7fff0000),  # SECCOMP_RET_ALLOW
    op(0x06, 0, 0, 0x00050001),  # SECCOMP_RET_ERRNO with EPERM
    op(0x06, 0, 0, 0x00050026);  # SECCOMP_RET_ERRNO with ENOSYS
  my $fprog = pack 'S x6 P', length($filter) / 8, $filter;
  syscall(157, 38, 1, 0, 0, 0) == 0 or die "PR_SET_NO_NEW_PRIVS: $!";
  syscall(157, 22, 2, $fprog) == 0 or die "PR_SET_SECCOMP: $!";
  exec @ARGV or die $!;
`;

/** Whether the filter can be installed here. The filter uses the system call numbers of x86-64. */
export const hasDockerSeccomp = process.platform === 'linux' && process.arch === 'x64';

/** Returns the command that runs a command without the system calls that Docker's default profile denies. */
export const inDockerSeccomp = (...command: readonly string[]): [string, string[]] => [
  'perl',
  ['-e', program, ...command],
];
