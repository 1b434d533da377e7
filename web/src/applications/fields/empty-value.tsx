import classes from './fields.module.css'

/** Shown for an unknown value. */
export const emptyValue = <span className={classes.none}>—</span>
