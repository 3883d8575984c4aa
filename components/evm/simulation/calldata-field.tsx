'use client'

import { useEffect, useRef } from 'react'
import { inputClasses } from '#components/evm/parts/argument-fields.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { classNames } from '#components/ui/class-names.ts'
import { useAction } from '#components/ui/use-action.ts'
import { calldataBytesMax, keptCalldataBytesMax } from '#lib/evm/api/format/calldata-bounds.ts'
import { groupedNumber } from '#lib/format/amount.ts'

const isLongerThan = (data: string, bytes: number): boolean => data.length > 2 + 2 * bytes
const longInputFrom = 160

/**
 * Calldata of a form that is sent as a URL. What is too long for one is kept by the server first, and the URL carries its id.
 */
export const CalldataField = ({
  chain,
  value = '',
  placeholder,
}: {
  chain: string
  value: string | undefined
  placeholder: string
}) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const { isBusy, error, run } = useAction()
  useEffect(() => {
    const form = field.current?.form
    const submit = (event: SubmitEvent) => {
      const data = field.current?.value.trim() ?? ''
      if (!form || !isLongerThan(data, calldataBytesMax)) return
      event.preventDefault()
      run(async () => {
        if (isLongerThan(data, keptCalldataBytesMax))
          throw new Error(`The calldata has more than ${groupedNumber(keptCalldataBytesMax)} bytes.`)
        const { data_id } = await fromEvmExplorer('/evm/simulation/calldata', 'POST').call({ chain, data })
        const written = [...new FormData(form)].flatMap(([name, text]) =>
          typeof text !== 'string' || text === '' || /^data(_of|_id)?$/.test(name) ? [] : [[name, text]],
        )
        location.assign(`${form.action}?${new URLSearchParams([...written, ['data_id', data_id]])}`)
      })
    }
    form?.addEventListener('submit', submit)
    return () => form?.removeEventListener('submit', submit)
  }, [chain, run])
  return (
    <label htmlFor="simulate-data" className="block min-w-0 text-sm sm:col-span-2">
      <span className="text-muted text-xs">Calldata, or the code of a new contract</span>
      <textarea
        ref={field}
        id="simulate-data"
        name="data"
        defaultValue={value}
        rows={value.length > longInputFrom ? 5 : 2}
        placeholder={placeholder}
        spellCheck={false}
        className={classNames(inputClasses, 'h-auto break-all py-2')}
      />
      <span role="status" className="wrap-anywhere text-sm">
        {isBusy && <span className="text-muted">Sending the calldata …</span>}
        {error instanceof Error && <span className="text-bad">{error.message}</span>}
      </span>
    </label>
  )
}
