interface PageAbove {
  title: string;
  to: '/groups' | '/access/users' | '/access/roles';
  /** Whether the name of what the page shows says more than its title. */
  named: boolean;
}

const pagesAbove = new Map<string, PageAbove>([
  ['/imports', { title: 'Groups', to: '/groups', named: false }],
  ['/access/users/:id', { title: 'Users', to: '/access/users', named: true }],
  ['/access/roles/:id', { title: 'Roles', to: '/access/roles', named: true }],
]);

/** The page that another belongs to, where the routes do not tell. @param path of the other's address */
export function pageAbove(path: string): PageAbove | undefined {
  return pagesAbove.get(path.replace(/\d+$/, ':id'));
}
