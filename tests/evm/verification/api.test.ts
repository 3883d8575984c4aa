import { checksumAddress, type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unverifiedAbi } from '#lib/evm/etherscan/contract/source-record.ts'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'
import { type Called, connect, textOf } from '#tests/mcp/clients.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { apiKey, type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { type ContractName, compileAll, content, deployAll, file, inputWith, settingsByName } from './deployments.ts'

/* A real server, worker and node; forge and Hardhat themselves ask them in forge.full.test.ts and hardhat.full.test.ts. */

/** Selector of `increment(uint256)`. */
const increment = toFunctionSelector('increment(uint256)')

const chain = '4242'
let anvil: Anvil
let deployed: Awaited<ReturnType<typeof deployAll>>
let server: RunningApiServer

beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', chain])
  deployed = await deployAll(anvil, settingsByName.optimised)
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url, SOURCIFY_URL: '', RATE_LIMIT_ANONYMOUS: '1000' })
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
})

const addressOf = (name: ContractName): Hex => {
  const address = deployed.get(name)?.address
  if (!address) throw new Error(`${name} is not deployed`)
  return address
}

const get = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, body: await response.json() }
}

const getWithKey = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, body: await response.json() }
}

const postJson = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers })
  return { status: response.status, body: await response.json() }
}

/** What Sourcify's clients send. */
const request = (name: ContractName, text = content) => ({
  stdJsonInput: inputWith(settingsByName.optimised, text),
  compilerVersion: bundledSolc().version,
  contractIdentifier: `${file}:${name}`,
})

describe('an ABI that is given for a contract', () => {
  const path = () => `/api/explorer/evm/contracts/${addressOf('Factory')}`
  const send = async (to: string, body: object, key?: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key ?? apiKey }
    const response = await fetch(server.url + path() + to, { method: 'POST', body: JSON.stringify(body), headers })
    return { status: response.status, body: await response.json() }
  }
  const read = async (of: string) =>
    await (await fetch(`${server.url}${path()}${of}?chain=local`, { headers: { 'x-api-key': apiKey } })).json()

  test('is used as not proven, without what the bytecode lacks, until the operator removes it', async () => {
    const { abi = [] } = compileAll(settingsByName.optimised).get('Factory') ?? {}
    const invented = { type: 'function', name: 'rescueAll', inputs: [], outputs: [], stateMutability: 'view' }
    expect(await send('/abi', { chain: 'local', abi: 'x' })).toMatchObject({ status: 400 })
    expect(await send('/abi', { chain: 'local', abi: `${'['.repeat(90_000)}` })).toMatchObject({ status: 400 })
    expect(await send('/abi', { chain: 'local', abi: JSON.stringify([invented]) })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('has no function that the bytecode of the contract has') },
    })
    const given = await send('/abi', { chain: 'local', abi: JSON.stringify({ abi: [...abi, invented] }) })
    expect(given).toMatchObject({ status: 200, body: { abi_given: { by: 'operator', function_count: 2 } } })
    expect(await read('/code')).toMatchObject({ abi_source: 'given', sources: null })
    expect((await read('/code')).abi).not.toContain('rescueAll')
    const { result } = await read('/functions')
    expect(result.filter(({ source }: { source: string }) => source === 'given')).toMatchObject([
      { source: 'given', name: 'counters' },
      { source: 'given', name: 'create' },
    ])
    expect(await read('')).toMatchObject({ codes: [{ abi_source: 'given', match: null }] })
    expect(
      await get(`/etherscan/api?module=contract&action=getabi&chainid=${chain}&address=${addressOf('Factory')}`),
    ).toMatchObject({
      body: { status: '0', result: unverifiedAbi },
    })
    expect(await send('/abi/remove', { chain: 'local' }, '')).toMatchObject({ status: 401 })
    expect(await send('/abi/remove', { chain: 'local' })).toMatchObject({ status: 200, body: { is_removed: true } })
    await expect
      .poll(async () => await read('/code'))
      .toMatchObject({ abi_source: null, abi: null, abi_given_by: null })
  })
})

describe('a verification', () => {
  test('through the API of Sourcify', { timeout: 120_000 }, async () => {
    const address = addressOf('Vault')
    expect(await get(`/sourcify/v2/contract/${chain}/${address}`)).toMatchObject({ status: 404, body: { match: null } })
    const { status, body } = await postJson(`/sourcify/v2/verify/${chain}/${address}`, request('Vault'))
    expect([status, body.queuePosition]).toEqual([202, 1])
    const read = async () => (await get(`/sourcify/v2/verify/${body.verificationId}`)).body
    await expect.poll(read, { timeout: 60_000 }).toMatchObject({
      isJobCompleted: true,
      contract: { match: 'exact_match', creationMatch: 'exact_match', runtimeMatch: 'exact_match', chainId: chain },
    })
    const found = await get(`/sourcify/v2/contract/${chain}/${address}?fields=all`)
    expect(found.body).toMatchObject({
      match: 'exact_match',
      compilation: { name: 'Vault', fullyQualifiedName: `${file}:Vault` },
      sources: { [file]: { content } },
      deployment: { transactionHash: deployed.get('Vault')?.hash },
    })
    const part = await get(`/sourcify/v2/contract/${chain}/${address}?fields=abi,compilation.name,constructor`)
    expect(part.body.compilation).toEqual({ name: 'Vault' })
    expect(part.body.sources).toBeUndefined()
  })

  test('by metadata', { timeout: 120_000 }, async () => {
    const address = addressOf('Proxy')
    const metadata = JSON.parse(compileAll(settingsByName.optimised).get('Proxy')?.metadata ?? '')
    const path = `/sourcify/v2/verify/metadata/${chain}/${address}`
    expect(await postJson(path, { sources: { 'a.sol': 'contract Other {}' }, metadata })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`sources lacks files that the metadata names: ${file}`) },
    })
    const { body } = await postJson(path, { sources: { 'renamed.sol': content }, metadata })
    const read = async () => (await get(`/sourcify/v2/verify/${body.verificationId}`)).body
    await expect.poll(read, { timeout: 60_000 }).toMatchObject({ contract: { match: 'exact_match' } })
  })

  test('through the API of Etherscan, after which calls are decoded', { timeout: 120_000 }, async () => {
    const address = addressOf('Counter')
    const query = { module: 'contract', chainid: chain }
    const ask = async (parameters: Record<string, string>) =>
      (await get(`/etherscan/api?${new URLSearchParams({ ...query, ...parameters })}`)).body
    expect(await ask({ action: 'getabi', address })).toMatchObject({ status: '0', result: unverifiedAbi })
    // As build tools send it: some parameters in the URL, an address with a checksum, and a key that nobody asked for.
    const form = new URLSearchParams({
      module: 'contract',
      action: 'verifysourcecode',
      codeformat: 'solidity-standard-json-input',
      contractaddress: checksumAddress(address),
      contractname: `${file}:Counter`,
      compilerversion: `v${bundledSolc().version}`,
      sourceCode: JSON.stringify(inputWith(settingsByName.optimised)),
      constructorArguements: '',
    })
    const url = `${server.url}/etherscan/api?chainid=${chain}&apikey=any`
    const response = await fetch(url, { method: 'POST', body: form })
    const { result: guid } = await response.json()
    const read = async () => await ask({ action: 'checkverifystatus', guid })
    await expect.poll(read, { timeout: 60_000 }).toEqual({ status: '1', message: 'OK', result: 'Pass - Verified' })
    expect(await ask({ action: 'getsourcecode', address })).toMatchObject({
      status: '1',
      result: [{ ContractName: 'Counter', OptimizationUsed: '1', Runs: '200' }],
    })

    const functions = `/api/explorer/evm/contracts/${address}/functions?chain=local`
    const listed = await fetch(server.url + functions, { headers: { 'x-api-key': apiKey } })
    const { result: found }: { result: { name: string; notice: string | null }[] } = await listed.json()
    expect(found.find(({ name }) => name === 'count')?.notice).toBe('The number of calls so far.')

    const [from] = (await anvil.rpc('eth_accounts')) as string[]
    const data = `${increment}${'7'.padStart(64, '0')}`
    const sent = await anvil.rpc('eth_sendTransactionSync', [{ from, to: address, data }])
    const path = `/api/v2/transaction/${(sent as { transactionHash: string }).transactionHash}/verbose?chain=local`
    const changed = `/api/explorer/evm/transactions/${(sent as { transactionHash: string }).transactionHash}/state-changes`
    const readNames = async () => {
      const answer = await fetch(`${server.url}${changed}?chain=local`, { headers: { 'x-api-key': apiKey } })
      const { accounts = [] }: { accounts?: { address: string; storage: { name: string; name_source: string }[] }[] } =
        await answer.json()
      return accounts
        .find((one) => one.address === address)
        ?.storage.map(({ name, name_source }) => [name, name_source])
    }
    await expect.poll(readNames, { timeout: 20_000 }).toEqual(
      expect.arrayContaining([
        ['count', 'layout'],
        [`countOf [${from}]`, 'layout'],
      ]),
    )
    const readCall = async () => {
      const answer = await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })
      return answer.ok ? await answer.json() : undefined
    }
    await expect.poll(readCall, { timeout: 20_000 }).toMatchObject({
      decoded_call: { label: 'increment', params: [{ name: 'limit', value: '7' }] },
      logs: [{ decoded_event: { label: 'Counted' } }],
    })
  })

  test('shows its sources, settings and arguments', { timeout: 120_000 }, async () => {
    const read = async (path: string) => {
      const url = `${server.url}/api/explorer/evm/contracts/${path}`
      return await (await fetch(url, { headers: { 'x-api-key': apiKey } })).json()
    }
    const vault = addressOf('Vault')
    expect(await read(`${vault}/code?chain=local`)).toMatchObject({
      code: deployed.get('Vault')?.runtime,
      metadata: { solc: bundledSolc().version, hash_kind: 'ipfs', hash: expect.stringMatching(/^Qm\w{44}$/) },
      abi_source: 'server',
      sources: {
        by: 'server',
        verified_through: 'sourcify',
        runtime_match: 'exact_match',
        creation_match: 'exact_match',
        name: 'Vault',
        file,
        license: 'MIT',
        optimizer_enabled: true,
        optimizer_runs: 200,
        constructor_params: [
          { name: 'owner_', type: 'address', value: '0x00000000000000000000000000000000000000AA' },
          { name: 'fee_', type: 'uint256', value: '250' },
          { name: 'label_', type: 'string', value: 'a label of more than thirty-two characters' },
        ],
        files: [{ path: file, bytes: Buffer.byteLength(content) }],
      },
    })
    expect(await read(`${vault}/source?chain=local`)).toMatchObject({ path: file, text: content, imports: [] })
    expect(await read(`${vault}/source?chain=local&file=__proto__`)).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('file is not a file of this contract'),
    })
    expect(await read(`${addressOf('Basket')}/code?chain=local`)).toMatchObject({ sources: null, abi: null })
    expect(await read(`${addressOf('Basket')}/source?chain=local`)).toMatchObject({ code: 'not_found' })
  })

  test('is read by assistants, file by file, with the next step in words', async () => {
    const client = await connect('2026-07-28', server.url, { authorization: `Bearer ${apiKey}` })
    const read = async (given: Record<string, string>) => {
      const chosen = { address: addressOf('Vault'), chain: 'local', ...given }
      const called = (await client.callTool({ name: 'get_contract', arguments: chosen })) as Called
      return { text: textOf(called), isError: called.isError === true, fields: called.structuredContent ?? {} }
    }
    expect((await read({})).fields.next).toContain('part=files')
    const { fields } = await read({ part: 'files' })
    expect(fields).toMatchObject({ contract_name: 'Vault', main_file: file, files: [{ path: file }] })
    expect(fields.next).toContain('part=file with file reads one of them')
    const lines: unknown[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await read({ part: 'file', file, ...(cursor !== '' && { cursor }) })
      lines.push(...(page.fields.lines as unknown[]))
      cursor = /cursor=(\S+)/.exec(String(page.fields.next ?? ''))?.[1]
    }
    expect(lines).toHaveLength(content.split('\n').length)
    expect(lines.join('\n')).toContain('contract Vault')
    expect(await read({ part: 'file', file: 'Other.sol' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('file is not a file of this contract'),
    })
    await client.close()
  })

  test('is not used while the address has other code', { timeout: 120_000 }, async () => {
    const address = addressOf('Counter')
    const functions = `/api/explorer/evm/contracts/${address}/functions?chain=local`
    const isNamed = async () => {
      const answer = await fetch(server.url + functions, { headers: { 'x-api-key': apiKey } })
      const { result }: { result: { source: string }[] } = await answer.json()
      return result.some(({ source }) => source === 'abi')
    }
    const lookUp = async () => (await get(`/sourcify/v2/contract/${chain}/${address}`)).body.match
    const abi = `/etherscan/api?module=contract&action=getabi&chainid=${chain}&address=${address}`
    expect(await lookUp()).toBe('exact_match')
    await expect.poll(isNamed, { timeout: 10_000 }).toBe(true)

    await anvil.rpc('anvil_setCode', [address, deployed.get('Proxy')?.runtime])
    await expect.poll(isNamed, { timeout: 10_000 }).toBe(false)
    expect(await lookUp()).toBeNull()
    expect((await get(abi)).body).toMatchObject({ status: '0', result: unverifiedAbi })

    await anvil.rpc('anvil_setCode', [address, deployed.get('Counter')?.runtime])
    await expect.poll(isNamed, { timeout: 10_000 }).toBe(true)
    expect(await lookUp()).toBe('exact_match')
  })

  test('a contract whose sources changed since is not verified', { timeout: 120_000 }, async () => {
    const changed = request('Basket', content.replace('+ 1', '+ 2'))
    const { body } = await postJson(`/sourcify/v2/verify/${chain}/${addressOf('Basket')}`, changed)
    const read = async () => (await get(`/sourcify/v2/verify/${body.verificationId}`)).body
    await expect.poll(read, { timeout: 60_000 }).toMatchObject({
      isJobCompleted: true,
      contract: { match: null },
      error: { customCode: 'no_match', message: expect.stringContaining('differs from the deployed code') },
    })
    expect(
      (await get(`/etherscan/api?module=contract&action=checkverifystatus&guid=${body.verificationId}`)).body,
    ).toEqual({
      status: '0',
      message: expect.stringContaining('differs from the deployed code'),
      result: 'Fail - Unable to verify',
    })
  })
})

describe('requests', () => {
  test('of a visitor have a share of the queue, and tell their place in it', {
    timeout: 120_000,
    tags: ['full'],
  }, async () => {
    const path = `/sourcify/v2/verify/${chain}/${addressOf('Counter')}`
    const sent = await Promise.all(Array.from({ length: 6 }, () => postJson(path, request('Counter'))))
    const accepted = sent.filter(({ status }) => status === 202)
    const refused = sent.filter(({ status }) => status === 429)
    expect(accepted.length).toBeGreaterThanOrEqual(3)
    expect(accepted.length + refused.length).toBe(6)
    expect(refused[0]?.body).toMatchObject({
      customCode: 'too_many_requests',
      message: expect.stringContaining('You have 3 contracts in the queue of this chain'),
    })
    expect(Math.max(...accepted.map(({ body }) => body.queuePosition))).toBeGreaterThan(1)
    const last = accepted.at(-1)?.body.verificationId
    const status = `/etherscan/api?module=contract&action=checkverifystatus&guid=${last}`
    expect((await get(status)).body).toMatchObject({
      status: '0',
      message: expect.stringMatching(/^NOTOK: number [1-3] in the queue$/),
      result: 'Pending in queue',
    })
    const isDone = async () => (await get(`/sourcify/v2/verify/${last}`)).body.isJobCompleted
    await expect.poll(isDone, { timeout: 60_000 }).toBe(true)
  })

  test('bad input is named, and never a failure of the server', { timeout: 120_000 }, async () => {
    const post = async (path: string, body: string, type = 'application/json') => {
      const response = await fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': type } })
      return { status: response.status, body: await response.json() }
    }
    const address = `0x${'11'.repeat(20)}`
    const input = { language: 'Solidity', sources: { 'A.sol': { content: 'contract A {}' } } }
    const good = { stdJsonInput: input, compilerVersion: '0.8.37', contractIdentifier: 'A.sol:A' }
    const path = `/sourcify/v2/verify/4242/${address}`
    const refusals: [unknown, string][] = [
      [{}, 'stdJsonInput'],
      [{ ...good, stdJsonInput: { ...input, language: 'Vyper' } }, 'stdJsonInput'],
      [{ ...good, stdJsonInput: { ...input, sources: { a: { content: 'a\0' } } } }, 'stdJsonInput'],
      [{ ...good, stdJsonInput: [] }, 'stdJsonInput'],
      [{ ...good, compilerVersion: 'newest' }, 'compilerVersion'],
      [{ ...good, contractIdentifier: 'A' }, 'contractIdentifier'],
      [{ ...good, creationTransactionHash: '0x12' }, 'creationTransactionHash'],
    ]
    for (const [body, named] of refusals)
      expect(await post(path, JSON.stringify(body)), named).toMatchObject({
        status: 400,
        body: { customCode: 'invalid_parameter', message: expect.stringContaining(named) },
      })
    expect(await post(`/sourcify/v2/verify/5/${address}`, JSON.stringify(good))).toMatchObject({
      status: 400,
      body: { customCode: 'unsupported_chain' },
    })
    expect((await post('/sourcify/v2/verify/4242/0x12', JSON.stringify(good))).status).toBe(400)
    expect((await post(path, '[')).status).toBe(400)
    expect((await post(path, ' '.repeat(11 * 1024 ** 2))).status).toBe(413)
    expect((await get('/sourcify/v2/verify/unknown')).status).toBe(404)

    const form = 'application/x-www-form-urlencoded'
    const submit = { module: 'contract', action: 'verifysourcecode', contractaddress: address, contractname: 'A' }
    for (const [change, named] of [
      [{ module: 'constructor' }, 'Error! Missing Or invalid Module name'],
      [{ action: 'constructor' }, 'Error! Missing Or invalid Action name'],
      [{ contractaddress: '0x1' }, 'Error! Invalid address format'],
      [{}, 'compilerversion'],
      [{ compilerversion: 'v0.8.37', codeformat: 'vyper-json' }, 'codeformat'],
      [{ compilerversion: 'v0.8.37', codeformat: 'solidity-standard-json-input', sourceCode: '{' }, 'sourceCode'],
      [{ compilerversion: 'v0.8.37', sourceCode: 'contract A {}', contractname: '1 2' }, 'contractname'],
      [
        { compilerversion: 'v0.8.37', sourceCode: 'contract A {}', chainid: '5' },
        'Missing or unsupported chainid parameter',
      ],
    ] as const)
      expect(
        await post('/etherscan/api', new URLSearchParams({ ...submit, ...change }).toString(), form),
      ).toMatchObject({
        status: 200,
        body: { status: '0', message: 'NOTOK', result: expect.stringContaining(named) },
      })
    expect(await get(`/etherscan/api?module=contract&action=checkverifystatus&guid=x`)).toEqual({
      status: 200,
      body: { status: '0', message: 'NOTOK', result: 'Unknown UID' },
    })
    expect(server.output()).not.toContain('a bug')
  })

  test('an address without code is reported', { timeout: 120_000 }, async () => {
    const { body } = await postJson(`/sourcify/v2/verify/${chain}/0x${'11'.repeat(20)}`, request('Counter'))
    const read = async () => (await get(`/sourcify/v2/verify/${body.verificationId}`)).body
    await expect.poll(read, { timeout: 60_000 }).toMatchObject({ error: { customCode: 'contract_not_deployed' } })
  })
})

describe('the storage of a verified contract', () => {
  const storageOf = async (name: ContractName, query = '') =>
    await getWithKey(`/api/explorer/evm/contracts/${addressOf(name)}/storage?chain=local${query}`)

  test('has its variables with their values, long texts too', async () => {
    expect((await storageOf('Vault')).body).toMatchObject({
      layout_address: addressOf('Vault'),
      result: [{ name: 'label', type: 'string', kind: 'text', value: 'a label of more than thirty-two characters' }],
    })
    expect((await storageOf('Factory')).body).toMatchObject({ layout_address: null, result: null })
  })

  test('has entries of mappings by key, at any block', async () => {
    const [from] = (await anvil.rpc('eth_accounts')) as string[]
    const data = `${increment}${'ff'.padStart(64, '0')}`
    const before = BigInt(String(await anvil.rpc('eth_blockNumber')))
    const read = async () => (await storageOf('Counter')).body.result?.[0]
    const { value } = await read()
    await anvil.rpc('eth_sendTransactionSync', [{ from, to: addressOf('Counter'), data }])
    await expect
      .poll(read, { timeout: 20_000 })
      .toMatchObject({ name: 'count', type: 'uint256', value: String(Number(value) + 1) })
    expect((await storageOf('Counter', `&block_number=${before}`)).body.result[0].value).toBe(value)
    const entry = await storageOf('Counter', `&variable=countOf&keys=${from}`)
    expect(entry.body.result).toMatchObject([{ name: `countOf[${from}]`, value: String(Number(value) + 1) }])
  })

  test('refuses a variable or a key that it does not have, naming the parameter', async () => {
    for (const [query, message] of [
      ['&variable=balance&keys=1', 'variable is not a variable of this contract'],
      ['&variable=count&keys=1', 'variable is not a mapping or a list'],
      ['&variable=countOf', 'keys is missing'],
      ['&variable=countOf&keys=1', 'keys has a key that is not of type address: expected 0x and 40 hex digits'],
      [`&variable=countOf&keys=${addressOf('Counter')},1`, 'keys has more keys than the variable has levels'],
    ]) {
      const { status, body } = await storageOf('Counter', query)
      expect(status).toBe(400)
      expect(body.message).toContain(message)
    }
  })
})

describe('the code that created a contract', () => {
  const creationOf = async (address: string) => {
    const path = `/api/explorer/evm/contracts/${address}/creation-code?chain=local`
    return await (await fetch(server.url + path, { headers: { 'x-api-key': apiKey } })).json()
  }

  test('is the input of its transaction, with the arguments of a verified constructor', async () => {
    const { input, hash } = deployed.get('Vault') ?? {}
    expect(await creationOf(addressOf('Vault'))).toMatchObject({
      transaction_hash: hash,
      source: 'transaction',
      code: input,
      constructor_params: [{ name: 'owner_' }, { name: 'fee_', value: '250' }, { name: 'label_' }],
    })
    expect(await creationOf(addressOf('Factory'))).toMatchObject({ source: 'transaction', constructor_arguments: null })
  })

  test('of a factory is what it ran, as traced', async () => {
    const factory = addressOf('Factory')
    const [from] = (await anvil.rpc('eth_accounts')) as string[]
    const made = await anvil.rpc('eth_call', [{ from, to: factory, data: toFunctionSelector('create()') }])
    await anvil.rpc('eth_sendTransactionSync', [{ from, to: factory, data: toFunctionSelector('create()') }])
    const address = `0x${String(made).slice(-40)}`
    const creation = `0x${compileAll(settingsByName.optimised).get('Counter')?.evm.bytecode.object}`
    await expect
      .poll(() => creationOf(address), { timeout: 20_000 })
      .toMatchObject({ source: 'trace', factory_address: factory, code: creation, constructor_arguments: null })
  })
})
