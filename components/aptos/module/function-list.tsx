import type { ComponentProps, ReactNode } from 'react'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { RestInApi } from '#components/aptos/parts/lists/rest-in-api.tsx'
import { MoveTypeName } from '#components/aptos/parts/move-type-name.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { AptosModule, AptosModuleFunction } from '#lib/aptos/account/contract.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import type { Call } from '#lib/pages/question.ts'
import { ViewForm } from './view-form.tsx'
import { AptosWalletBar } from './wallet/wallet-bar.tsx'

const functionsShown = 200
const nameMax = 128

/** The functions of a module that other code or transactions can call. */
export const FunctionList = ({
  module: { address, name: module, functions, has_abi },
  network,
  call,
  action,
  filters,
  result,
}: {
  module: AptosModule
  network: AptosNetwork
  call: Call
  /** The path of the page. */
  action: string
  /** Of the URL, which may name a view function with its arguments. */
  filters: Filters
  /** Of the view function that the URL names. */
  result: ReactNode
}) => {
  const hidden = { network: network === 'testnet' ? network : undefined, version: filters.version }
  const page = { action, hidden, filters, result }
  const isShown = functions
    .slice(0, functionsShown)
    .some(
      ({ name, is_view, is_entry }) => (filters.sender === undefined ? is_view : is_entry) && name === filters.function,
    )
  return (
    <Panel
      title={`Functions (${groupedNumber(functions.length)})`}
      aside={<SourceLink title="Functions" call={call} />}
    >
      {functions.length === 0 && (
        <EmptyState title={has_abi ? 'No callable functions' : 'No ABI'}>
          {has_abi
            ? 'This module has no functions that are public, friend or entry.'
            : 'The node returned this module without its ABI.'}
        </EmptyState>
      )}
      {functions.some(({ is_entry }) => is_entry) && <AptosWalletBar />}
      {filters.function !== undefined && !isShown && <div className="px-4 py-3">{result}</div>}
      <ul className="divide-y divide-line">
        {functions.slice(0, functionsShown).map((one) => (
          <li key={one.name} id={one.name} className="grid gap-1 px-4 py-2.5">
            <Signature called={one} network={network} />
            {one.is_entry && (
              <Link
                href={aptosPath(aptosPaths.transactions(), network, { function: `${address}::${module}::${one.name}` })}
                className="min-h-6 justify-self-start text-accent text-sm underline underline-offset-2"
              >
                Transactions
              </Link>
            )}
            {one.is_entry && <CallDetails called={one} as="simulation" page={page} />}
            {one.is_view && <CallDetails called={one} as="view" page={page} />}
          </li>
        ))}
        <RestInApi count={functions.length} shown={functionsShown} noun="functions" />
      </ul>
    </Panel>
  )
}

const isCalled = (name: string, as: 'view' | 'simulation', filters: Filters): boolean =>
  filters.function === name && (filters.sender !== undefined) === (as === 'simulation')

/** Runs or simulates a function, and shows the result if the URL names it. */
const CallDetails = ({
  called,
  as,
  page: { action, hidden, filters, result },
}: {
  called: AptosModuleFunction
  as: 'view' | 'simulation'
  page: { action: string; hidden: ComponentProps<typeof ViewForm>['hidden']; filters: Filters; result: ReactNode }
}) => {
  const isSimulation = as === 'simulation'
  const isOpen = isCalled(called.name, as, filters)
  return (
    <details open={isOpen}>
      <summary className="min-h-6 text-accent text-sm underline underline-offset-2">
        {isSimulation ? 'Simulate' : 'Run'}
      </summary>
      <div className="mt-2">
        <ViewForm
          called={isSimulation ? withoutSigners(called) : called}
          action={action}
          hidden={hidden}
          values={isOpen ? filters : {}}
          isSimulation={isSimulation}
        >
          {isOpen && result}
        </ViewForm>
      </div>
    </details>
  )
}

/** The parameters for which a transaction has arguments. */
const withoutSigners = (called: AptosModuleFunction): AptosModuleFunction => {
  const isSent = (_: string, index: number) => !['signer', '&signer'].includes(called.params[index] ?? '')
  return {
    ...called,
    params: called.params.filter(isSent),
    param_names: called.param_names?.filter(isSent) ?? null,
  }
}

/** `transfer<T0: store>(&signer, address, u64): bool`, with its kinds. */
const Signature = ({ called, network }: { called: AptosModuleFunction; network: AptosNetwork }) => (
  <>
    <h3 className="flex flex-wrap items-center gap-2 font-normal text-sm">
      <span className="wrap-anywhere font-mono">{cutText(called.name, nameMax)}</span>
      {called.is_entry && <Badge tone="accent">entry</Badge>}
      {called.is_view && <Badge tone="good">view</Badge>}
      <Badge>{cutText(called.visibility, nameMax)}</Badge>
    </h3>
    <p className="wrap-anywhere font-mono text-muted text-xs leading-5">
      {called.type_parameters.length > 0 &&
        `<${called.type_parameters
          .map(({ constraints }, index) => `T${index}${constraints.length > 0 ? `: ${constraints.join(' + ')}` : ''}`)
          .join(', ')}>`}
      (<Types types={called.params} names={called.param_names} network={network} />)
      {called.return.length > 0 && (
        <>
          {': '}
          <Types types={called.return} network={network} />
        </>
      )}
    </p>
  </>
)

const Types = ({
  types,
  names,
  network,
}: {
  types: readonly string[]
  names?: readonly string[] | null
  network: AptosNetwork
}) =>
  types.map((type, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parameters are identified by their place
    <span key={index}>
      {index > 0 && ', '}
      {names && `${names[index]}: `}
      <MoveTypeName type={type} network={network} />
    </span>
  ))
