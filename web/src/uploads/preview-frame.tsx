import { t } from '@lingui/core/macro'
import { ActionIcon, Skeleton } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import { type Icon, IconArrowsMaximize, IconArrowsMinimize, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastError } from '../ui/toast.tsx'
import classes from './file-preview.module.css'
import { type FileRef, saveFile } from './open-file.ts'

/** A small button in the toolbar of a preview, with its name as tooltip. */
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
  'data-enlarge'?: boolean
}) {
  return (
    <ActionIcon aria-label={label} title={label} size={26} {...button}>
      <ButtonIcon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

/** Returns a function that downloads a file and reports errors. */
export function useDownload(file: FileRef) {
  return useMutation({
    mutationFn: () => saveFile(file),
    onError: (error) => toastError(error, t`${file.name} not downloaded`),
  })
}

interface PreviewFrameProps {
  file: FileRef
  /** The controls of this kind of file: pages, zoom. */
  controls?: ReactNode
  /** A second bar, such as a search. */
  more?: ReactNode
  children: ReactNode
}

/**
 * The frame of every preview. Its height is fixed, so that nothing moves when the content loads. It can fill
 * the window without remounting the content.
 */
export function PreviewFrame({ file, controls, more, children }: PreviewFrameProps) {
  const [full, setFull] = useState(false)
  const frame = useRef<HTMLElement>(null)
  const ref = useMergedRef(frame, useFocusTrap(full))
  const save = useDownload(file)

  useEffect(() => {
    const element = frame.current
    if (!full || !element) return
    // The top layer is above menus and drawers, and is not clipped.
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
        <span className={classes.name} title={file.name} data-file-name>
          {file.name}
        </span>
        {controls}
        <div className={classes.controls}>
          <BarButton
            icon={full ? IconArrowsMinimize : IconArrowsMaximize}
            label={full ? t`Exit full screen` : t`Full screen`}
            aria-pressed={full}
            data-enlarge
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

/** A skeleton of a page of text. */
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
