import classes from './logo.module.css'

export function Logo() {
  return (
    <span className={classes.logo}>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5" fill="var(--accent)" />
        <path
          d="M5 14V6.5l5 5 5-5V14"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Muster
    </span>
  )
}
