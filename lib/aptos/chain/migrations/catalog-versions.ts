import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The versions that wrote a row of the catalogue; unknown for stored rows, which any write replaces once. */
export const addCatalogVersions = async ({ schema }: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> => {
  for (const table of ['aptos_collections', 'aptos_tokens'])
    for (const column of ['written_version', 'terms_version'])
      await schema.alterTable(table).addColumn(column, integer).execute()
}
