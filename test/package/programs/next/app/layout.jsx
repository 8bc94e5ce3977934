export const metadata = { title: 'Shop' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      {/* Next sends `metadata.icons` after the page, and a browser may have asked for an icon by then. */}
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  );
}
