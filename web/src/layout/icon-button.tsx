import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  icon: Icon
  label: string
}

/** A button of the layout; plainer than Mantine's, since every first load carries it. */
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
