# Boots systemd with one unit, in namespaces of its own, on a copy of this machine's file system that is gone afterwards.
# usage: unshare --mount --pid --fork --ipc --uts --cgroup sh boot-systemd.sh FOLDER NODE REPOSITORY
# FOLDER has the unit, a drop-in for it (test.conf) and the environment file. The network is that of this machine.
set -eu
folder=$1 node=$2 repository=$3
root=$folder/root
mount --make-rprivate /
mkdir "$root" "$folder/layer"
mount -t tmpfs tmpfs "$folder/layer"
mkdir "$folder/layer/upper" "$folder/layer/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/layer/upper,workdir=$folder/layer/work" "$root"
mount -t proc proc "$root/proc"
mount --bind -o ro "$root/proc/sys" "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
for empty in run tmp; do mount -t tmpfs tmpfs "$root/$empty"; done

# Nothing of this machine starts.
rm -rf "$root"/etc/systemd/system/* "$root"/usr/lib/systemd/system/*.wants
cp "$folder/leasegate.service" "$root/etc/systemd/system/"
mkdir -p "$root/etc/systemd/system/leasegate.service.d" "$root/etc/leasegate" "$root/opt/leasegate"
cp "$folder/test.conf" "$root/etc/systemd/system/leasegate.service.d/"
cp "$folder/leasegate.env" "$root/etc/leasegate/"
chmod 600 "$root/etc/leasegate/leasegate.env"
mount --bind "$repository" "$root/opt/leasegate"
touch "$root/usr/bin/node"
mount --bind "$node" "$root/usr/bin/node"

# Not chroot, in which no user namespace can be made.
mkdir "$root/old"
cd "$root"
pivot_root . old
umount -l /old
exec /usr/bin/env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --unit=leasegate.service --show-status=no
