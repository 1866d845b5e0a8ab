import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** An interim response, which may come unasked (RFC 9110 section 15.2). */
const interim = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/;
/** More than any has. */
const longest = 4_096;

/** A connector whose sockets leave out `100 Continue` before a response: undici closes the connection after it. */
export function withoutContinue(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      leaveOutContinue(socket);
      callback(null, socket);
    });
}

function leaveOutContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...values: unknown[]) => boolean;
  let isStart = true;
  socket.write = (...values: unknown[]) => {
    isStart = true;
    return write(...values);
  };
  socket.read = (size?: number): unknown => {
    let chunk = read(size) as Buffer | null;
    while (chunk !== null && isStart) {
      const [found] = interim.exec(chunk.toString('latin1', 0, longest)) ?? [];
      isStart = found !== undefined;
      if (found === undefined) break;
      chunk = chunk.subarray(found.length);
      if (chunk.length === 0) chunk = read(size) as Buffer | null;
    }
    return chunk;
  };
}
