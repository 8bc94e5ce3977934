import type { PaymentConfig } from 'clientlib';

type Popups = Pick<PaymentConfig, 'popupCreate' | 'popupClose'>;

/** The callbacks for the page's own frame for 3-D Secure, as far as they are set: each calls the newest one. */
export function newestPopups(config: () => Popups): Popups {
  const { popupCreate, popupClose } = config();
  return {
    ...(popupCreate && {
      popupCreate: (redirect, cancel) => config().popupCreate?.(redirect, cancel),
    }),
    ...(popupClose && { popupClose: () => config().popupClose?.() }),
  };
}
