aws backup create-backup-vault --backup-vault-name magpie
aws backup put-backup-vault-access-policy --backup-vault-name magpie --policy '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
  "Principal": {"AWS": "arn:aws:iam::111111111111:root"}, "Action": "backup:CopyIntoBackupVault", "Resource": "*"}]}'
