import type { FieldOption } from './custom-field.ts'
import classes from './custom-fields.module.css'

/** The dot of an option, in its color. Its label is always beside it. */
export function OptionDot({ color }: { color: string | null }) {
  return <span className={classes.dot} style={{ background: color ?? 'var(--ink-3)' }} aria-hidden />
}

export function OptionName({ option }: { option: FieldOption }) {
  return (
    <span className={classes.option}>
      <OptionDot color={option.color} />
      <span className={classes.optionLabel}>{option.label}</span>
    </span>
  )
}
