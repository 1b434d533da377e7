import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  icon: Icon
  label: string
}

/** An icon button of the layout. Simpler than Mantine's, since it is part of the first load. */
export function IconButton({
  icon: ButtonIcon,
  label,
  className = '',
  children,
  ...button
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes.button} ${className}`}
      aria-label={label}
      title={label}
    >
      <ButtonIcon size={16} stroke={1.6} aria-hidden />
      {children}
    </button>
  )
}
