/*
 * Forms of statements that a Citus cluster refuses in a schema of its own (schema-based sharding), where every table is on one node and
 * sequences are on the coordinator. Sources: `ErrorIfUnsupportedAlterTableStmt` of Citus 13 (commands/table.c), and what a cluster of
 * Citus 13.2 refused.
 */

type Form = { refused: string; isIn: (text: string) => boolean }

/** Without literals, comments and everything in parentheses, so that commas and keywords are those of the statement itself. */
const outline = (text: string): string => {
  let bare = text.replace(/'(?:[^']|'')*'/g, "''")
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(/\([^()]*\)/g, ' ')
  }
  return bare.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The subcommands of an ALTER TABLE; none of another statement. */
const subcommands = (text: string): string[] => {
  const rest = /^alter table (?:if exists )?(?:only )?(?:"[^"]+"\.)?(?:"[^"]+"|\w+) (.*)$/.exec(outline(text))?.[1]
  return rest?.split(',').map((one) => one.trim()) ?? []
}

const supported =
  /^(?:add (?:column )?"?\w+"? |drop column |alter (?:column )?"?\w+"? (?:set|drop|type) |add constraint "?\w+"? |(?:drop|validate) constraint |replica identity |re?set |rename )/

const readsTable = /\b(?:from|join|into|update) (?:only )?(?:"[^"]+"\.)?"?(?!unnest|generate_series|json|pg_)\w/i
const ofSequences = /\b(?:setval|nextval|currval|lastval|pg_get_serial_sequence)\s*\(/i
const isVolatile = /\b(?:random|clock_timestamp|timeofday|gen_random_uuid|nextval)\s*\(/i
const changesRows = /^\s*(?:with\b.*\b)?(?:update|delete)\b|\bon conflict\b.*\bdo update\b/is

const forms: readonly Form[] = [
  { refused: 'several subcommands in one ALTER TABLE', isIn: (text) => subcommands(text).length > 1 },
  {
    refused: 'a subcommand of ALTER TABLE that is not supported, or a constraint without a name',
    isIn: (text) =>
      subcommands(text).some((one) => !supported.test(one) || /^add (?:primary|unique|check|foreign)/.test(one)),
  },
  {
    refused: 'a column of a serial type added to a table',
    isIn: (text) => subcommands(text).some((one) => /^add .* (?:small|big)?serial[248]?\b/.test(one)),
  },
  {
    refused: 'an unlogged or temporary table',
    isIn: (text) =>
      /^\s*create (?:unlogged|temp|temporary)\b/i.test(text) || subcommands(text).includes('set unlogged'),
  },
  {
    refused: 'a sequence and a table in one statement',
    isIn: (text) => ofSequences.test(text) && readsTable.test(text),
  },
  {
    refused: 'a volatile function in an update',
    isIn: (text) => changesRows.test(text) && isVolatile.test(text),
  },
  {
    refused: 'a catalog and a table in one statement',
    isIn: (text) =>
      /\b(?:from|join) "?pg_\w+/i.test(text) && /\b(?:from|join|update|into) "?(?:evm|aptos)_\w+/i.test(text),
  },
  {
    refused: 'a trigger, a rule or an inherited table',
    isIn: (text) => /^\s*create .*\b(?:trigger|rule|inherits)\b/is.test(text),
  },
]

/** Why a cluster refuses these statements, with each of them. */
export const refusedByCitus = (texts: Iterable<string>): string[] =>
  [...texts].flatMap((text) =>
    forms
      .filter(({ isIn }) => isIn(text))
      .map(({ refused }) => `${refused}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`),
  )
