import type { KyselyPlugin, RootOperationNode } from 'kysely'

/** A plugin of a database that collects the statements sent through it, so that a test can ask for their plans. */
export const rememberStatements = (): { statements: RootOperationNode[]; remember: KyselyPlugin } => {
  const statements: RootOperationNode[] = []
  return {
    statements,
    remember: {
      transformQuery: ({ node }) => {
        statements.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    },
  }
}
