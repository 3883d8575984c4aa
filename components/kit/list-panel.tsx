import type { ComponentProps, ReactNode } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { FilterForm } from '#components/chain/filter-form.tsx'
import { ListBar } from '#components/chain/list-bar.tsx'
import { ListTools } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { Answer, Question } from '#lib/pages/question.ts'
import { columnLetters } from './define-list.ts'
import { type FirstPage, firstPage } from './first-page.ts'
import type { KeptParts, ListAnswer as Listed } from './list-page.ts'
import type { ListViewProps } from './list-view.tsx'

export type ListPanelProps<Item, Data extends Listed<Item>, Row extends object, View, Input extends RawParameters> = {
  /** The title of the list, also for its export and source. */
  title: string
  question: Question<Data, Input>
  answer: Answer<Data> | Promise<Answer<Data>>
  list: KeptParts<Item, Row> & { columns?: readonly { key: string }[] }
  /** Shows the rows in the browser. */
  List: (props: ListViewProps<Row, View, Input>) => ReactNode
  /** The empty state. */
  nothing: ReactNode | ((data: Data) => ReactNode)
  /** The form above the list. */
  filters?: Omit<ComponentProps<typeof FilterForm>, 'aside' | 'faults'>
  /** Shows the title as a heading; elsewhere the tab above says it. */
  hasHeading?: boolean
  /** The number of rows on all pages, where it is known. */
  total?: (data: Data) => number | null
  /** Placed before the tools of the list. */
  aside?: (data: Data) => ReactNode
  /** Shown above the rows. */
  notice?: (data: Data) => ReactNode
  className?: string
  /** Keys of columns that say the same in every row of this page: left out where a row is one line. */
  constant?: readonly string[]
} & Pick<ListViewProps<Row, View, Input>, 'view' | 'isGrowing'>

/** Marks the places of columns for `list.css` and for the choice of columns. */
const leftOut = ({ columns = [] }: { columns?: readonly { key: string }[] }, keys: readonly string[]) => {
  const letters = keys.map((name) => columnLetters[columns.findIndex(({ key }) => key === name)])
  return (
    letters.length > 0 && {
      'data-left-out': letters.join(' '),
      style: Object.fromEntries(letters.map((letter) => [`--w${letter}`, '0px'])),
    }
  )
}

/** A list with its filters, export, source, rows and empty state. */
export const ListPanel = async <
  Item,
  Data extends Listed<Item>,
  Row extends object,
  View,
  Input extends RawParameters,
>({
  title,
  question,
  answer,
  list,
  List,
  nothing,
  filters,
  hasHeading = false,
  aside,
  notice,
  total,
  className,
  constant = [],
  ...shown
}: ListPanelProps<Item, Data, Row, View, Input>) => {
  const { data, fault } = await answer
  const tools = (
    <>
      {data && aside?.(data)}
      <button type="button" data-opens="columns" className="text-muted text-sm hover:text-accent max-lg:hidden">
        Columns
      </button>
      <ListTools title={title} call={question} hasFailed={fault !== undefined} />
    </>
  )
  return (
    <Panel
      className={className}
      {...leftOut(list, constant)}
      {...(hasHeading ? { title, aside: tools } : { 'aria-label': title })}
    >
      {filters && <FilterForm {...filters} faults={fault?.details} aside={tools} />}
      {!filters && !hasHeading && <ListBar>{tools}</ListBar>}
      {fault ? (
        <FaultState {...fault} />
      ) : (
        <>
          {notice?.(data)}
          <List
            {...shown}
            {...(total && { total: total(data) })}
            key={JSON.stringify(question.input)}
            input={question.input}
            first={firstPage(list, data) as FirstPage<Row>}
          >
            {typeof nothing === 'function' ? nothing(data) : nothing}
          </List>
        </>
      )}
    </Panel>
  )
}
