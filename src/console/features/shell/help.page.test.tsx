import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../testing/pages/render-page.tsx';

it('links every page to its chapter of the guide', async () => {
  const { history } = await renderPage('/', 'admin');
  const help = page.getByRole('main').getByRole('link', { name: 'Help' });
  for (const [address, chapter] of Object.entries({
    '/': 'console#read-the-overview',
    '/groups': 'console#work-with-groups',
    '/groups/1': 'console#work-with-groups',
    '/groups/999999': 'decisions#status-codes',
    '/groups/import': 'console#import-groups-and-users',
    '/access/users/import': 'console#import-groups-and-users',
    '/oidc': 'providers',
    '/oidc/new': 'providers',
    '/oidc/999999': 'decisions#status-codes',
    '/access': 'decisions#privileges',
    '/access/can': 'console#check-and-compare-access',
    '/access/users': 'console#manage-users',
    '/access/users/2': 'console#manage-users',
    '/access/roles': 'console#manage-roles',
    '/access/roles/2': 'console#manage-roles',
    '/access/review': 'administrator#review-who-has-access',
    '/jobs': 'decisions#background-jobs',
    '/jobs/999999': 'decisions#background-jobs',
    '/activity': 'administrator#find-out-who-did-what',
    '/activity?log=changes': 'administrator#find-out-who-did-what',
    '/activity?log=alerts': 'administrator#get-alerts',
    '/-/docs': 'decisions',
    '/configuration': 'configuration-file',
    '/account': 'console#your-account',
    '/preferences': 'console#preferences',
    '/lab': 'qa',
    '/no-such-page': 'console',
  })) {
    history.push(address);
    await expect
      .poll(() => [address, help.query()?.getAttribute('href')])
      .toEqual([address, `/-/docs/guide/${chapter}`]);
  }
});
