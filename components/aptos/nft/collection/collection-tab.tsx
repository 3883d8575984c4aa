import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AptosListPanel } from '#components/aptos/parts/lists/aptos-list-panel.tsx'
import { notThere } from '#components/aptos/parts/not-there.tsx'
import { laterObjectQuestion } from '#components/aptos/parts/object-question.ts'
import { idParams } from '#components/aptos/parts/params.ts'
import { definePage } from '#components/kit/define-page.tsx'
import type { ListAnswer as Listed } from '#components/kit/list-page.ts'
import type { ListPanelProps } from '#components/kit/list-panel.tsx'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import type { Question } from '#lib/pages/question.ts'
import { aboutCollection, CollectionFrame, collectionQuestions } from './collection-frame.tsx'

const pageSize = 50

/** A tab with all that a collection has of one kind: its owners, its tokens. */
export const defineCollectionTab = <Item, Data extends Listed<Item>, Row extends object, Input extends RawParameters>({
  path,
  kind,
  ask,
  list,
  List,
}: {
  path: (typeof aptosTabPaths)['collectionOwners' | 'collectionTokens']
  /** The plural of what it lists: `Owners`. */
  kind: string
  ask: (input: {
    collection_data_id_hash: string
    network: AptosNetwork
    limit: string | number
    cursor?: string
  }) => Question<Data, Input>
} & Pick<ListPanelProps<Item, Data, Row, { network: AptosNetwork }, Input>, 'list' | 'List'>) =>
  definePage({
    path,
    kind,
    of: 'Aptos collection',
    filters: ['network'],
    params: idParams('collection'),
    NotFound: notThere('collection'),
    questions: ({ id, network, part }) => ({
      ...collectionQuestions(id, network),
      list: ask({ collection_data_id_hash: id, network, ...part(pageSize) }),
    }),
    later: async (page, answers) => laterObjectQuestion(page, await answers.collection),
    list: ['list'],
    about: (page, answers) => aboutCollection(page, answers),
    Frame: CollectionFrame,
    body: (page) => (
      <AptosListPanel
        page={page}
        title={kind}
        noun={kind.toLowerCase()}
        certain={`This collection has no ${kind.toLowerCase()}.`}
        question={page.questions.list}
        answer={page.ask(page.questions.list)}
        list={list}
        List={List}
        view={{ network: page.network }}
      />
    ),
  })
