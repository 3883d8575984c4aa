import { execFile, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/spyglass.ts'

const run = promisify(execFile)

const files = {
  'layout.jsx': `export const dynamic = 'force-dynamic'
export const metadata = { title: 'Bare', description: 'A page without anything.' }
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }
`,
  'page.jsx': `'use client'
import { useState } from 'react'
export default function Page() {
  const [count, setCount] = useState(0)
  return <main><h1>Bare</h1><button onClick={() => setCount(count + 1)}>{count}</button></main>
}
`,
}

type BarePage = { url: string; pid: number; stop: () => Promise<void> }

/** What Next itself costs on this machine: an app of one page with one button, built, rendered for each request and served as ours. */
export const startBarePage = async (): Promise<BarePage> => {
  // Below the project, so that it resolves the same Next.
  const folder = resolve('.data', `bare-page-${process.pid}`)
  await mkdir(join(folder, 'app'), { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'app', name), text)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const next = resolve('node_modules/next/dist/bin/next')
  await run(process.execPath, [next, 'build', folder], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } })
  const port = await freePort()
  const child = spawn(process.execPath, [next, 'start', folder, '-p', String(port)], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the bare page was not served')
    await new Promise((wake) => setTimeout(wake, 100))
  }
  const stop = async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  }
  if (child.pid === undefined) throw new Error('the bare page was not started')
  return { url, pid: child.pid, stop }
}
