import { t } from '@lingui/core/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type Icon, IconArrowsMaximize, IconArrowsMinimize, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastError } from '../ui/toast.tsx'
import classes from './file-preview.module.css'
import { type FileRef, saveFile } from './open-file.ts'

/** A small button of a preview's bar, named by its tooltip. */
export function BarButton({
  icon: ButtonIcon,
  label,
  ...button
}: {
  icon: Icon
  label: string
  onClick: () => void
  disabled?: boolean
  loading?: boolean
  'aria-pressed'?: boolean
  'aria-expanded'?: boolean
}) {
  return (
    <ActionIcon aria-label={label} title={label} size={26} {...button}>
      <ButtonIcon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

/** Saves a file under its name; says what went wrong. */
export function useDownload(file: FileRef) {
  return useMutation({
    mutationFn: () => saveFile(file),
    onError: (error) => toastError(error, t`${file.name} not downloaded`),
  })
}

interface PreviewFrameProps {
  file: FileRef
  /** What this kind of file can do beside being saved: pages, zoom. */
  controls?: ReactNode
  /** A second bar, such as for finding text. */
  more?: ReactNode
  children: ReactNode
}

/**
 * The frame every preview stands in, of one height whatever it shows, so that nothing jumps when it comes. It can take
 * the whole window; what it shows stays as it is.
 */
export function PreviewFrame({ file, controls, more, children }: PreviewFrameProps) {
  const [full, setFull] = useState(false)
  const frame = useRef<HTMLElement>(null)
  const ref = useMergedRef(frame, useFocusTrap(full))
  const save = useDownload(file)

  useEffect(() => {
    const element = frame.current
    if (!full || !element) return
    // The top layer, above menus and drawers and out of whatever clips it.
    element.popover = 'manual'
    element.showPopover()
    return () => element.removeAttribute('popover')
  }, [full])

  return (
    <section
      ref={ref}
      aria-label={t`Preview of ${file.name}`}
      className={classes.frame}
      data-full={full || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !full || event.defaultPrevented) return
        event.stopPropagation()
        setFull(false)
      }}
    >
      <div className={classes.bar}>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        {controls}
        <div className={classes.controls}>
          <BarButton
            icon={full ? IconArrowsMinimize : IconArrowsMaximize}
            label={full ? t`Close full window` : t`Open in full window`}
            aria-pressed={full}
            onClick={() => setFull(!full)}
          />
          <BarButton
            icon={IconDownload}
            label={t`Download`}
            loading={save.isPending}
            onClick={() => save.mutate()}
          />
        </div>
      </div>
      {more}
      <div className={classes.body}>{children}</div>
    </section>
  )
}

const lines = ['40%', '24%', '0%', '92%', '88%', '95%', '64%', '0%', '90%', '84%', '93%', '48%']

/** A page of text to come. */
export function PreviewSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading`}>
      {lines.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change
        <Skeleton key={line} height={12} width={width} />
      ))}
    </div>
  )
}
