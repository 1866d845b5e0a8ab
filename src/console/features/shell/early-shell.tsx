import { Fragment } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { DocsIcon, PageLabel, pages } from './pages.tsx';

/**
 * The shell and a placeholder for the page, which the build writes into `index.html`: it's shown until the console is rendered.
 * The class names are those in `shell.module.css`, which `index.html` includes.
 */
export function EarlyShell() {
  return (
    <div className="shell early-shell" aria-hidden="true">
      <div className="navigation">
        <div className="brand">
          <Logo />
          <span>Palisade</span>
        </div>
        {pages.map(({ label, Icon, ...page }) => (
          <Fragment key={label}>
            <div className={`link ${'isWide' in page ? 'wide' : ''}`}>
              <Icon />
              <PageLabel label={label} rest="rest" />
            </div>
            {'below' in page && (
              <div className="subpages">
                {page.below.map((subpage) => (
                  <div key={subpage.label} className="link">
                    {subpage.label}
                  </div>
                ))}
              </div>
            )}
          </Fragment>
        ))}
        <div className="tools">
          <div className="link">
            <DocsIcon />
            <span>API docs</span>
          </div>
        </div>
      </div>
      <div className="body">
        <div className="top">
          <div className="crumbs" />
          <div className="early-bar search" />
        </div>
        <div className="main early-page">
          <div className="early-bar" />
          <div className="early-bar" />
          <div className="early-bar" />
          <div className="early-bar" />
        </div>
      </div>
    </div>
  );
}
