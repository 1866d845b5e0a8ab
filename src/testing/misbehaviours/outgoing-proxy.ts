import { createServer } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * Starts an outgoing proxy.
 * @param answer the local port that it connects every host to; or the status that it refuses with; or what else it does
 * @returns what it was asked for
 */
export async function startProxy(answer: number | string | ((socket: Socket) => unknown)) {
  const asked: { target: string | undefined; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer().on('connect', (request, client: Socket) => {
    asked.push({ target: request.url, authorization: request.headers['proxy-authorization'] });
    client.on('error', () => undefined);
    if (typeof answer === 'function') return void answer(client);
    if (typeof answer === 'string') return void client.end(`HTTP/1.1 ${answer}\r\n\r\n`);
    const target = net.connect(answer, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
    client.on('close', () => target.destroy());
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://${host}`, host, asked, close };
}
