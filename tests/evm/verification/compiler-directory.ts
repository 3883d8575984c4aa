import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'

const host = 'binaries.soliditylang.org'

/**
 * A proxy in whose place of the internet there is one site: the list of compilers that forge reads before it sends sources.
 * `environment` makes a program use it.
 */
export const startCompilerDirectory = async (folder: string, release: string) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    algorithm: 'sha256',
    keySize: 2_048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  })
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, cert)
  const site = createServer((_, response) => response.end(`soljson-v${release}.js\n`))
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    if (request.url !== `${host}:443`) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    site.emit('connection', new TLSSocket(socket, { isServer: true, key, cert: readFileSync(certificate) }))
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as AddressInfo
  return {
    environment: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '127.0.0.1', SSL_CERT_FILE: certificate },
    stop: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
