import { i18n } from '@lingui/core'

// In tests the macros keep the English beside each look-up, so no catalogue is needed.
i18n.loadAndActivate({ locale: 'en', messages: {} })
