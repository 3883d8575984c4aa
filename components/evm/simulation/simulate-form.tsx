import type { ReactNode } from 'react'
import { ArgumentFields, inputClasses } from '#components/evm/parts/argument-fields.tsx'
import { calledFunction, callNameOf, functionsMax } from '#components/evm/parts/function-call.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { CalldataField } from './calldata-field.tsx'

const optionMax = 120

/** A transaction as a plain GET form: its URL carries everything, and it works without JavaScript. */
export const SimulateForm = ({
  chain,
  state: { symbol, indexed_block },
  action,
  values,
  functions,
  fault,
}: {
  chain: string
  state: EvmChainState
  action: string
  values: Filters
  /** Of the called contract; empty for an account, and where they are not known. */
  functions: readonly EvmContractFunction[]
  fault: { name: string; message: string } | undefined
}) => {
  const called = values.to === undefined ? undefined : calledFunction(values)
  const known = functions.filter((one) => callNameOf(one) !== undefined).slice(0, functionsMax)
  const chosen = known.find((one) => callNameOf(one) === called?.name)
  const field = (name: string, label: ReactNode, more: Omit<Parameters<typeof Field>[0], 'name' | 'label'> = {}) => (
    <Field name={name} label={label} defaultValue={values[name]} isWrong={fault?.name === name} {...more} />
  )
  return (
    <Panel title="Transaction" aside="Nothing is sent to the chain">
      <form action={action} className="grid gap-3 p-4 sm:grid-cols-2">
        {field('from', 'From', { placeholder: 'the zero address' })}
        {field('to', 'To', { placeholder: 'empty to create a contract' })}
        {known.length > 0 && (
          <label htmlFor="simulate-function" className="block min-w-0 text-sm sm:col-span-2">
            <span className="text-muted text-xs">Function</span>
            <select
              id="simulate-function"
              name="function"
              defaultValue={chosen ? callNameOf(chosen) : ''}
              className={inputClasses}
            >
              <option value="">Calldata</option>
              {known.map((one) => (
                <option key={one.selector} value={callNameOf(one)}>
                  {cutText(callNameOf(one) ?? '', optionMax)}
                  {(one.mutability === 'view' || one.mutability === 'pure') && ' (reads only)'}
                </option>
              ))}
            </select>
          </label>
        )}
        {chosen ? (
          <div className="grid gap-3 sm:col-span-2">
            <ArgumentFields id="simulate" inputs={chosen.inputs} values={called?.values ?? []} />
          </div>
        ) : (
          <CalldataField
            chain={chain}
            value={values.data}
            placeholder={(values.data_of ?? values.data_id) === undefined ? '0x…' : 'as below'}
          />
        )}
        {values.data_of !== undefined &&
          !chosen &&
          field('data_of', 'Calldata of transaction', { className: 'sm:col-span-2' })}
        {values.data_id !== undefined &&
          !chosen &&
          field('data_id', 'Long calldata, kept by this server', { className: 'sm:col-span-2' })}
        {field('value', `Value in ${symbol || 'the native coin'}`, { inputMode: 'decimal', placeholder: '0' })}
        {field('balance', `Balance of the sender in ${symbol || 'the native coin'}`, {
          inputMode: 'decimal',
          placeholder: 'its own',
        })}
        {field('gas', 'Gas limit', { inputMode: 'numeric', placeholder: '30000000' })}
        {field('block', 'After block', { inputMode: 'numeric', placeholder: indexed_block ?? 'newest' })}
        {field('before', 'Or before transaction', { placeholder: '0x…', className: 'sm:col-span-2' })}
        {field('balances', 'Balances of other accounts', {
          placeholder: '0x…:1.5, 0x…:2',
          className: 'sm:col-span-2',
        })}
        {fault && (
          <p role="alert" className="text-bad text-sm sm:col-span-2">
            {fault.name} {fault.message}
          </p>
        )}
        <div>
          <Button type="submit" look="primary">
            Simulate
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const Field = ({
  name,
  label,
  isWrong = false,
  className,
  ...props
}: {
  name: string
  label: ReactNode
  isWrong?: boolean
  className?: string
  defaultValue?: string | undefined
  placeholder?: string
  inputMode?: 'decimal' | 'numeric'
}) => (
  <label htmlFor={`simulate-${name}`} className={classNames('block min-w-0 text-sm', className)}>
    <span className="text-muted text-xs">{label}</span>
    <input
      {...props}
      id={`simulate-${name}`}
      name={name}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      spellCheck={false}
      className={inputClasses}
    />
  </label>
)
