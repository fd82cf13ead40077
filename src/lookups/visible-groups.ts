import { groupsWithin } from '../db/group-queries';
import type { Page, PageRequest } from '../model/page';
import type { Group } from '../model/records';
import { paginate } from './paginate';
import type { Session } from './session';

/** The groups that the caller may see. */
export async function visibleGroups(session: Session, request: PageRequest): Promise<Page<Group>> {
  const scope = await session.scope();
  return paginate(groupsWithin(session.db.access, scope), request);
}

/** Whether the caller may see every group, including future ones. */
export async function seesAllGroups(session: Session): Promise<boolean> {
  return (await session.scope()).isAll;
}
