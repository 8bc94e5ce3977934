import { AccountPage } from './AccountPage.tsx';
import { SignupPage } from './SignupPage.tsx';
import { serviceUrl } from './service.ts';
import { ThankYouPage } from './ThankYouPage.tsx';

/** Three pages; a router of your choice takes this place. */
export function App() {
  const query = new URLSearchParams(location.search);
  const account = query.get('account') ?? '';
  return (
    <>
      <header>
        <a href="/">Paperboat</a>
      </header>
      <main>
        {location.pathname.startsWith('/thank-you') ? (
          <ThankYouPage account={account} />
        ) : location.pathname.startsWith('/account') ? (
          <AccountPage account={account} />
        ) : (
          <SignupPage />
        )}
      </main>
      {import.meta.env.DEV && (
        <footer className="sandbox">
          <a href={serviceUrl}>Sandbox inspector</a>
        </footer>
      )}
    </>
  );
}
