// Plain JavaScript on purpose: it must run, and report the problem, on a Node that cannot run the TypeScript sources.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `spyglass: Node 22.19 or newer is needed, this is ${process.versions.node}. ` +
      'On Linux and Windows `npm install` brings Node 24 and `npm start` uses it; elsewhere install a newer Node.',
  )
  process.exit(1)
}
