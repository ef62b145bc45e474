import type { Stage } from './exchange.ts';
import { BlockedAddress } from './resolve.ts';
import { TunnelError } from './tunnel.ts';

/** A code for the cause of a failed exchange. */
export type SendErrorClass = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol';

export interface SendFault {
  errorClass: SendErrorClass;
  message: string;
}

/** Returns an error's class and a message for the endpoint's owner, without IP addresses or response text. */
export function describeFault(error: unknown, stage: Stage): SendFault {
  if (error instanceof BlockedAddress) return { errorClass: 'blocked', message: error.message };
  if (error instanceof TunnelError) return { errorClass: 'connect', message: error.message };
  const { code = 'unknown', syscall = '' } = error as { code?: string; syscall?: string };
  // In errors of c-ares, the system call is the type of the query, for example queryA or queryAaaa.
  if (syscall.startsWith('query'))
    return { errorClass: 'dns', message: `the name cannot be resolved (${code})` };
  if (stage === 'connect') return { errorClass: 'connect', message: `no connection (${code})` };
  if (stage === 'tls' || isTlsCode(code))
    return { errorClass: 'tls', message: `no trusted TLS connection (${code})` };
  return {
    errorClass: 'protocol',
    message: `the connection broke before a complete answer (${code})`,
  };
}

/**
 * Returns true for the codes of errors that OpenSSL reports. With TLS 1.3, the endpoint rejects a missing client
 * certificate after the client has finished its handshake, so such an error can follow the handshake.
 */
function isTlsCode(code: string): boolean {
  return code === 'EPROTO' || code.startsWith('ERR_SSL_');
}
