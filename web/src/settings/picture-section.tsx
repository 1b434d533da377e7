import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { deleteAvatar, listAvatars, maxAvatarBytes, uploadAvatar } from '@muster/contract/own-account.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useCurrentUser } from '../session/session.ts'
import { type CurrentUser, storeUser } from '../session/stored-session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Section } from '../ui/section.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { ChooseFile } from '../uploads/choose-file.tsx'
import classes from './settings.module.css'

const megabytes = maxAvatarBytes / 2 ** 20

/** The user's picture, which other users see. */
export function PictureSection() {
  const user = useCurrentUser()
  const saved = (updated: CurrentUser, text: string) => {
    storeUser(updated)
    void invalidate(listAvatars)
    toast(text)
  }
  const set = useMutation({
    mutationFn: (file: File) => call(uploadAvatar, {}, { file }),
    onSuccess: (updated) => saved(updated, t`Picture saved`),
    onError: (error) => toastError(error, t`Picture not saved`),
  })
  const remove = useMutation({
    mutationFn: () => call(deleteAvatar),
    onSuccess: (updated) => saved(updated, t`Picture removed`),
    onError: (error) => toastError(error, t`Picture not removed`),
  })
  return (
    <Section title={t`Picture`} text={t`PNG, JPEG or WebP, up to ${megabytes} MB. Cropped to the center.`}>
      <div className={classes.picture}>
        <Avatar name={user.name} userId={user.id} size={64} decorative />
        <div className={classes.buttons}>
          <ChooseFile accept="image/png,image/jpeg,image/webp" label={t`Picture`} onChoose={set.mutate}>
            {(props) => (
              <Button {...props} variant="default" loading={set.isPending}>
                <Trans>Upload picture…</Trans>
              </Button>
            )}
          </ChooseFile>
          {user.avatarId && (
            <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}
