/**
 * Whether the reader of the output has stopped reading (`| head`), or closed the terminal: what is done goes on. On a full
 * disk it may go on as well, but what could not be printed must not look green.
 */
export function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO'
}
