import type { Column } from '../ui/column.ts'
import type { CustomField, FieldValues } from './custom-field.ts'
import classes from './custom-fields.module.css'
import { fieldTypes } from './field-types.tsx'
import { showValue, valueText } from './values.tsx'

/** Returns the columns of custom fields; `prefix` names them in views, and in the sorts of a list that `sorts` by them. */
export function fieldColumns<Row>(
  fields: readonly CustomField[],
  prefix: string,
  valuesOf: (row: Row) => FieldValues | undefined,
  { sorts = false } = {},
): Column<Row>[] {
  return fields.map((field) => {
    const { width, align } = fieldTypes[field.type]
    const id = `${prefix}.${field.key}`
    return {
      id,
      header: field.label,
      width,
      ...(align && { align }),
      ...(sorts && field.sorting === 'ready' && { sort: id }),
      cell: (row) => {
        const value = valuesOf(row)?.[field.key]
        const shown = showValue(value, field)
        if (shown === null) return <span className={classes.none}>—</span>
        return (
          <span className={classes.cell} title={valueText(value, field) ?? undefined}>
            {shown}
          </span>
        )
      },
    }
  })
}
